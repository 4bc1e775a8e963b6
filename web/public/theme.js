// Sets the remembered theme before the first paint (key: web/src/lib/theme.ts).
try {
  const theme = localStorage.getItem('duai-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme stays.
}
