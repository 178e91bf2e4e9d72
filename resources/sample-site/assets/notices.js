// Fetches ten notices more whenever the end of the list comes into view.
const list = document.getElementById('notices');
const state = document.getElementById('notices-state');
let next = 0;
let busy = false;

async function more() {
  if (busy || next === null) return;
  busy = true;
  const answer = await fetch(`${list.dataset.source}?offset=${next}&limit=10`);
  const { notices, next: following } = await answer.json();
  for (const notice of notices) {
    const item = document.createElement('li');
    item.className = 'notice';
    item.id = `notice-${notice.id}`;
    item.textContent = notice.text;
    list.append(item);
  }
  next = following;
  busy = false;
  state.textContent = next === null ? 'That was all.' : '';
  if (next !== null && state.getBoundingClientRect().top < innerHeight) await more();
}

new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more()).observe(state);
