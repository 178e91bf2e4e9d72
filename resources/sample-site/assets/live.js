// Writes the table of results from the data that the page carries.
const { results } = JSON.parse(document.getElementById('regatta-data').textContent);
const body = document.querySelector('#results tbody');
for (const result of results) {
  const row = body.insertRow();
  row.className = 'result';
  for (const key of ['place', 'boat', 'helm', 'class', 'elapsed']) {
    const cell = row.insertCell();
    cell.className = key;
    cell.textContent = result[key];
  }
}
