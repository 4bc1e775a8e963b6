/**
 * Regions that can be recognised by words: the terms of DICOM (Body Part Examined, PS3.16 annex L) and common words in our
 * languages, normalised as in `regionsIn`.
 */
const REGIONS = {
  head: /\bhead(?! ?first)|brain|skull|sinus|orbit|\bfac(e|ial)|pituitary|jaw|\bbas\b|kafa|beyin|hipofiz|yuz|cene|\bgoz|eye|crani|kraniy|kranyu|\bear\b|kulak|\bnose|burun|أذن|أنف|رأس|دماغ|جيوب|حجاج|نخامية|وجه|فك/,
  neck: /neck|thyroid|boyun|tiro[iy]|laryn|larink|رقبة|درقية|عنقية/,
  chest:
    /chest|thora(?!cic (spine|vert))|\blung|\bhrct|\brib|gogus|gogsu|tora[ckx](?!al vert)|akciger|kaburga|صدر(?!ية)|رئ|أضلاع/,
  heart: /heart|cardiac|coronary|kalp|koroner|قلب/,
  breast: /breast|mamm|\bmeme|axilla|armpit|aksilla|koltuk alti|ثدي/,
  abdomen:
    /abdom|liver|hepat|kidney|renal|pancrea|spleen|gallbladder|adrenal|bowel|stomach|karin|batin|karaciger|bobrek|pankrea|dalak|safra|mide|بطن|كبد|كلية|بنكرياس|طحال|مرارة|كظرية|معدة/,
  pelvis:
    /pelvi|prostat|uterus|\bbladder|legen|rahim|mesane|yumurtalik|ovar[iy]|testi|pregnan|gebelik|حوض|بروستاتا|رحم|مثانة|مبيض|خصية|الحمل/,
  spine: /spine|lumbar|vertebra|sacrum|omurga|\bbel\b|lomber|servikal|sirt|sakrum|عمود|فقر|عجز/,
  shoulder: /shoulder|clavicle|collarbone|omuz|koprucuk|كتف|ترقوة/,
  arm: /\b(upper |fore)?arm\b|humerus|elbow|forearm|\bkol\b|dirsek|ذراع|مرفق|عضد|ساعد/,
  hand: /\bhand|wrist|finger|\bel\b|el bileği|يد|معصم/,
  hip: /\bhip\b|femur|thigh|kalca|uyluk|ورك|فخذ/,
  knee: /knee|patella|\bdiz|ركبة/,
  foot: /foot|feet|ankle|\btoe|calcaneus|lower leg|tibia|ayak|topuk|baldir|قدم|كاحل|ساق/,
} as const satisfies Readonly<Record<string, RegExp>>;
export type BodyRegion = keyof typeof REGIONS;

/** Lower case without dots and marks of Latin letters, for headers have none; those of Arabic make other letters. */
const folded = (text: string): string =>
  text
    .toLocaleLowerCase('tr')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/^|$/g, ' ');

/** The regions that a text mentions; none if it contains no known word. */
export function regionsIn(text: string | null): BodyRegion[] {
  if (!text) return [];
  const words = folded(text);
  return (Object.keys(REGIONS) as BodyRegion[]).filter((region) => REGIONS[region].test(words));
}
