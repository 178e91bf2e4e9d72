/**
 * The chance of at most `hits` hits in `tries` tries, each of which hits with chance `share`: the distribution function of the
 * binomial distribution.
 */
export function chanceOfAtMost(hits: number, tries: number, share: number): number {
  if (hits >= tries || share <= 0) return 1;
  if (hits < 0 || share >= 1) return 0;
  // In logarithms, as the first terms of many tries are below the smallest number.
  let term = tries * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let hit = 1; hit <= hits; hit += 1) {
    term += Math.log((tries - hit + 1) / hit) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

/**
 * A share that the true one is hardly below, after `hits` of `tries`: the lower end of the Wilson score interval for one standard
 * error (E. B. Wilson, 1927).
 */
export function lowerShare(hits: number, tries: number): number {
  if (tries === 0) return 0;
  const share = hits / tries;
  const middle = share + 1 / (2 * tries);
  const margin = Math.sqrt((share * (1 - share)) / tries + 1 / (4 * tries * tries));
  return Math.max(0, (middle - margin) / (1 + 1 / tries));
}
