// Fetches ten notices more at each click, once the banner is answered. The button goes with the last notice.
const board = document.getElementById('board');
const more = document.getElementById('more');
const cookies = document.getElementById('cookies');
let next = Number(board.dataset.next);
let busy = false;

const look = () => {
  more.disabled = !cookies.hidden;
};
new MutationObserver(look).observe(cookies, { attributes: true });
look();

more.addEventListener('click', async () => {
  if (busy) return;
  busy = true;
  const answer = await fetch(`${board.dataset.source}?offset=${next}&limit=10`);
  const { notices, next: following } = await answer.json();
  for (const notice of notices) {
    const item = document.createElement('li');
    item.className = 'notice';
    const number = document.createElement('b');
    number.className = 'number';
    number.textContent = notice.id;
    const words = document.createElement('span');
    words.className = 'words';
    words.textContent = notice.text;
    item.append(number, ' ', words);
    board.append(item);
  }
  next = following;
  busy = false;
  if (next === null) more.remove();
});
