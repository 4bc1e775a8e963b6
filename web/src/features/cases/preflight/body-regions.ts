/**
 * Regions that can be recognised by words: the terms of DICOM (Body Part Examined, PS3.16 annex L) and common words in our
 * languages, normalised as in `regionsIn`.
 */
const REGIONS = {
  head: /head|brain|skull|sinus|orbit|face|facial|pituitary|jaw|\bbas\b|kafa|beyin|hipofiz|sinüs|yüz|çene|göz|eye|رأس|دماغ|جيوب|حجاج|نخامية|وجه|فك/,
  neck: /neck|thyroid|boyun|tiro[iy]|رقبة|درقية|عنقية/,
  chest: /chest|thorax|lung|\brib|göğüs|toraks|akciğer|kaburga|صدر|رئ|أضلاع/,
  heart: /heart|cardiac|coronary|kalp|koroner|قلب/,
  breast: /breast|meme|ثدي/,
  abdomen:
    /abdomen|liver|kidney|pancreas|spleen|gallbladder|adrenal|bowel|stomach|karin|batin|karaciğer|böbrek|pankreas|dalak|safra|mide|بطن|كبد|كلية|بنكرياس|طحال|مرارة|كظرية|معدة/,
  pelvis: /pelvi|prostate|uterus|bladder|leğen|prostat|rahim|mesane|حوض|بروستاتا|رحم|مثانة/,
  spine: /spine|lumbar|vertebra|sacrum|omurga|\bbel\b|lomber|servikal|sirt|sakrum|عمود|فقر|عجز/,
  shoulder: /shoulder|clavicle|collarbone|omuz|köprücük|كتف|ترقوة/,
  arm: /\b(upper |fore)?arm\b|humerus|elbow|forearm|\bkol\b|dirsek|ذراع|مرفق|عضد|ساعد/,
  hand: /hand|wrist|finger|\bel\b|el bileği|يد|معصم/,
  hip: /\bhip\b|femur|thigh|kalça|uyluk|ورك|فخذ/,
  knee: /knee|patella|\bdiz|ركبة/,
  foot: /foot|feet|ankle|\btoe|calcaneus|lower leg|tibia|ayak|topuk|baldir|قدم|كاحل|ساق/,
} as const satisfies Readonly<Record<string, RegExp>>;
export type Region = keyof typeof REGIONS;

const folded = (text: string): string =>
  text.toLocaleLowerCase('tr').replaceAll('ı', 'i').replaceAll('ş', 's').replace(/^|$/g, ' ');

/** The regions that a text mentions; none if it contains no known word. */
export function regionsIn(text: string | null): Region[] {
  if (!text) return [];
  const words = folded(text);
  return (Object.keys(REGIONS) as Region[]).filter((region) => REGIONS[region].test(words));
}
