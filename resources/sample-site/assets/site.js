// The banner: shown until it is answered, and again in the next window.
const banner = document.getElementById('cookies');
if (banner && !sessionStorage.getItem('cookies-answered')) {
  banner.hidden = false;
  for (const button of banner.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      sessionStorage.setItem('cookies-answered', button.id);
      banner.hidden = true;
    });
  }
}
