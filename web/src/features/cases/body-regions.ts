/** Regions that can be told apart by words: those of DICOM (PS3.16 CID 4031) and those people write, in our languages. */
const REGIONS: Readonly<Record<string, RegExp>> = {
  head: /head|brain|skull|sinus|orbit|face|\bbaş\b|kafa|beyin|kraniyal|sinüs|yüz|رأس|دماغ/,
  neck: /neck|thyroid|\bboyun\b|tiroid|رقبة|عنق/,
  chest: /chest|thorax|lung|\brib|göğüs|toraks|akciğer|صدر|رئة/,
  heart: /heart|cardiac|coronary|kalp|koroner|قلب/,
  breast: /breast|meme|ثدي/,
  abdomen: /abdomen|liver|kidney|pancreas|karın|batın|abdomen|karaciğer|böbrek|pankreas|بطن|كبد|كلية/,
  pelvis: /pelvis|prostate|uterus|bladder|pelvis|prostat|rahim|mesane|حوض/,
  spine: /spine|lumbar|lspine|cspine|tspine|vertebra|omurga|bel\b|lomber|servikal|sırt|عمود|فقرات/,
  shoulder: /shoulder|clavicle|omuz|köprücük|كتف/,
  arm: /\barm|humerus|elbow|forearm|kol\b|dirsek|ذراع|مرفق/,
  hand: /hand|wrist|finger|\bel\b|bilek|parmak|يد|معصم/,
  hip: /\bhip|femur|thigh|kalça|uyluk|ورك|فخذ/,
  knee: /knee|patella|diz|ركبة/,
  foot: /foot|ankle|toe|calcaneus|ayak|topuk|قدم|كاحل/,
};

/** The regions that a text speaks of; none where it uses no word that is known here. */
export function regionsIn(text: string | null): string[] {
  const folded = (text ?? '').toLocaleLowerCase('tr').replaceAll('ı', 'i').normalize('NFC');
  const plain = (text ?? '').toLowerCase();
  return Object.keys(REGIONS).filter((region) => REGIONS[region]!.test(folded) || REGIONS[region]!.test(plain));
}
