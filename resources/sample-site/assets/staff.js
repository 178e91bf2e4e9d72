// Shows the next three of the staff in place of those before. On the last page the button is disabled.
const staff = document.getElementById('staff');
const next = document.getElementById('next');
const people = JSON.parse(document.getElementById('staff-data').textContent);
const size = 3;
let from = 0;

next.addEventListener('click', () => {
  from += size;
  staff.replaceChildren(
    ...people.slice(from, from + size).map(({ slug, name, role }) => {
      const link = document.createElement('a');
      link.href = `/authors/${slug}/`;
      link.textContent = name;
      const item = document.createElement('li');
      item.append(link, `, ${role}`);
      return item;
    }),
  );
  next.disabled = from + size >= people.length;
});
