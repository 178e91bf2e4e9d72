/** "1 item", "2 items", "1,200 items". */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}
