// What a page must know before its first paint, so that nothing flashes or moves (keys: lib/theme.ts, content/home-rules.ts,
// STORAGE_KEYS of the contract).
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    window[name].getItem(name);
  } catch {
    // Browsers that are told to keep nothing refuse every access. Then this page alone remembers, and nothing else has to know.
    const forgetful = {
      getItem(key) {
        return this[key] ?? null;
      },
      setItem(key, value) {
        this[key] = `${value}`;
      },
      removeItem(key) {
        delete this[key];
      },
    };
    Object.defineProperty(window, name, { value: Object.create(forgetful) });
  }
}
// Else Zod tries to compile code, which the policy of the pages refuses; Firefox writes that refusal into the console.
globalThis.__zod_globalConfig = { jitless: true };
const page = document.documentElement;
const theme = sessionStorage.getItem('duai-theme') ?? localStorage.getItem('duai-theme');
if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
const news = page.dataset.announcement;
if (news && localStorage.getItem(`announcement-${news}-dismissed`)) page.dataset.news = 'dismissed';
if (localStorage.getItem('homeBannerDismissed-v2')) page.dataset.homeBanner = 'dismissed';
