// What a page must know before its first paint, so that nothing flashes or moves (keys: lib/theme.ts, content/home-rules.ts).
try {
  const page = document.documentElement;
  const theme = sessionStorage.getItem('duai-theme') ?? localStorage.getItem('duai-theme');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  if (localStorage.getItem('homeBannerDismissed-v2')) page.dataset.homeBanner = 'dismissed';
} catch {
  // Storage is blocked: the system's theme stays and the banner shows.
}
