// What a page must know before its first paint, so that nothing flashes or moves (keys: lib/theme.ts, content/home-rules.ts,
// STORAGE_KEYS of the contract).
try {
  const page = document.documentElement;
  const theme = sessionStorage.getItem('duai-theme') ?? localStorage.getItem('duai-theme');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  const news = page.dataset.announcement;
  if (news && localStorage.getItem(`announcement-${news}-dismissed`)) page.dataset.news = 'dismissed';
  if (localStorage.getItem('homeBannerDismissed-v2')) page.dataset.homeBanner = 'dismissed';
} catch {
  // Storage is blocked: the system's theme stays and the banner shows.
}
