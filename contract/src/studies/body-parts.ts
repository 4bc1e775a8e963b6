import { z } from 'zod';
import type { Language, Translated } from '../values/languages.ts';

/** What radiologists specialise in; `general` is all that none of the others is about. */
export const SUBSPECIALTIES = [
  'neuro',
  'head-neck',
  'chest',
  'heart-vessels',
  'abdomen',
  'urogenital',
  'musculoskeletal',
  'breast',
  'nuclear',
  'general',
] as const;
export const subspecialtySchema = z.enum(SUBSPECIALTIES);
export type Subspecialty = z.infer<typeof subspecialtySchema>;

interface BodyPart extends Translated {
  /** Whose the part is in sections and ultrasound. */
  readonly subspecialty: Subspecialty;
  /** More search terms, in any language. */
  readonly also?: string;
  /** Whether the body part has a left and a right side. */
  readonly hasSides?: true;
}

const part = (subspecialty: Subspecialty, tr: string, en: string, ar: string, also?: string): BodyPart => ({
  subspecialty,
  tr,
  en,
  ar,
  ...(also && { also }),
});
const paired = (...of: Parameters<typeof part>): BodyPart => ({ ...part(...of), hasSides: true });

/** Suggested body parts in plain words, from head to foot; any other text may be entered instead. */
export const BODY_PARTS: readonly BodyPart[] = [
  part('neuro', 'Baş / beyin', 'Head / brain', 'الرأس / الدماغ', 'kafa kranyum beyin skull'),
  part('neuro', 'Hipofiz', 'Pituitary gland', 'الغدة النخامية', 'sella'),
  paired('head-neck', 'Göz / göz çukuru', 'Eye / orbit', 'العين / الحجاج', 'orbita'),
  paired('head-neck', 'Kulak', 'Ear', 'الأذن', 'temporal kemik'),
  part('head-neck', 'Burun ve sinüsler', 'Nose and sinuses', 'الأنف والجيوب', 'paranazal sinüzit'),
  part('head-neck', 'Yüz kemikleri', 'Facial bones', 'عظام الوجه', 'maksillofasiyal'),
  part('head-neck', 'Çene ve dişler', 'Jaw and teeth', 'الفك والأسنان', 'mandibula panoramik dental'),
  part('head-neck', 'Boyun', 'Neck', 'الرقبة', 'boğaz larinks'),
  part('head-neck', 'Tiroit', 'Thyroid', 'الغدة الدرقية', 'guatr'),
  part('neuro', 'Boyun omurgası', 'Cervical spine', 'الفقرات العنقية', 'servikal boyun fıtığı'),
  part('neuro', 'Sırt omurgası', 'Thoracic spine', 'الفقرات الصدرية', 'torakal dorsal'),
  part('neuro', 'Bel omurgası', 'Lumbar spine', 'الفقرات القطنية', 'lomber bel fıtığı'),
  part('musculoskeletal', 'Kuyruk sokumu ve sakrum', 'Sacrum and coccyx', 'العجز والعصعص', 'koksiks'),
  part('neuro', 'Tüm omurga', 'Whole spine', 'العمود الفقري كاملًا', 'skolyoz vertebra'),
  part('chest', 'Akciğer / göğüs', 'Lungs / chest', 'الرئتان / الصدر', 'toraks ciğer akciğer grafisi lung'),
  part('heart-vessels', 'Kalp', 'Heart', 'القلب', 'koroner kardiyak cardiac'),
  part('heart-vessels', 'Aort ve damarlar', 'Aorta and vessels', 'الأبهر والأوعية', 'anjiyografi angio'),
  part('chest', 'Kaburgalar', 'Ribs', 'الأضلاع', 'kosta'),
  paired('breast', 'Meme', 'Breast', 'الثدي', 'mamografi göğüs'),
  paired('breast', 'Koltuk altı', 'Armpit', 'الإبط', 'aksilla lenf'),
  part('abdomen', 'Tüm karın', 'Whole abdomen', 'البطن كاملًا', 'batın abdomen'),
  part('abdomen', 'Üst karın', 'Upper abdomen', 'أعلى البطن', 'üst batın'),
  part('abdomen', 'Karaciğer', 'Liver', 'الكبد', 'hepatik'),
  part('abdomen', 'Safra kesesi ve yolları', 'Gallbladder and bile ducts', 'المرارة والقنوات الصفراوية', 'mrcp'),
  part('abdomen', 'Pankreas', 'Pancreas', 'البنكرياس'),
  part('abdomen', 'Dalak', 'Spleen', 'الطحال'),
  paired('urogenital', 'Böbrek', 'Kidney', 'الكلية', 'renal taş'),
  paired('urogenital', 'Böbrek üstü bezi', 'Adrenal gland', 'الغدة الكظرية', 'adrenal sürrenal'),
  part('abdomen', 'Mide ve bağırsaklar', 'Stomach and bowel', 'المعدة والأمعاء', 'kolon gastrointestinal'),
  part('urogenital', 'Mesane', 'Bladder', 'المثانة', 'idrar üriner'),
  part('urogenital', 'Leğen kemiği / pelvis', 'Pelvis', 'الحوض', 'alt karın alt batın kasık'),
  part('urogenital', 'Rahim ve yumurtalıklar', 'Uterus and ovaries', 'الرحم والمبيضان', 'jinekolojik over'),
  part('urogenital', 'Prostat', 'Prostate', 'البروستاتا'),
  paired('urogenital', 'Testis', 'Testicle', 'الخصية', 'skrotum'),
  part('urogenital', 'Gebelik', 'Pregnancy', 'الحمل', 'fetüs obstetrik hamilelik'),
  paired('musculoskeletal', 'Omuz', 'Shoulder', 'الكتف', 'rotator manşet'),
  paired('musculoskeletal', 'Köprücük kemiği', 'Collarbone', 'الترقوة', 'klavikula'),
  paired('musculoskeletal', 'Üst kol', 'Upper arm', 'العضد', 'humerus'),
  paired('musculoskeletal', 'Dirsek', 'Elbow', 'المرفق'),
  paired('musculoskeletal', 'Ön kol', 'Forearm', 'الساعد', 'radius ulna'),
  paired('musculoskeletal', 'El bileği', 'Wrist', 'المعصم'),
  paired('musculoskeletal', 'El ve parmaklar', 'Hand and fingers', 'اليد والأصابع', 'kemik yaşı'),
  paired('musculoskeletal', 'Kalça', 'Hip', 'الورك'),
  paired('musculoskeletal', 'Uyluk', 'Thigh', 'الفخذ', 'femur'),
  paired('musculoskeletal', 'Diz', 'Knee', 'الركبة', 'menisküs çapraz bağ'),
  paired('musculoskeletal', 'Baldır', 'Lower leg', 'الساق', 'tibia fibula'),
  paired('musculoskeletal', 'Ayak bileği', 'Ankle', 'الكاحل'),
  paired('musculoskeletal', 'Ayak ve parmaklar', 'Foot and toes', 'القدم والأصابع', 'topuk'),
  part('general', 'Lenf bezleri', 'Lymph nodes', 'العقد اللمفاوية', 'lenf nodu'),
  part('general', 'Tüm vücut', 'Whole body', 'الجسم كله', 'pet sintigrafi'),
];

/** Normalises for comparison: lower case in which ı and i are the same, no accents, single spaces. */
const folded = (text: string): string =>
  text.toLocaleLowerCase('tr').replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();

const wordsOf = (bodyPart: BodyPart): string =>
  folded([bodyPart.tr, bodyPart.en, bodyPart.ar, bodyPart.also].filter(Boolean).join(' '));

/** Names in the reader's language that match the typed text: first those that begin with it, then the rest. */
export function findBodyParts(typed: string, language: Language): string[] {
  const wanted = folded(typed);
  const fitting = BODY_PARTS.filter((bodyPart) =>
    wanted.split(' ').every((word) => wordsOf(bodyPart).includes(word)),
  ).map((bodyPart) => bodyPart[language]);
  const begins = (name: string) => folded(name).startsWith(wanted);
  return [...fitting.filter(begins), ...fitting.filter((name) => !begins(name))];
}

/** The names of a body part in all languages, if one of its names contains the word. */
export const namesOfPart = (word: string): string[] =>
  BODY_PARTS.filter(({ tr, en, ar }) => [tr, en, ar].some((name) => folded(name).includes(folded(word)))).flatMap(
    ({ tr, en, ar }) => [tr, en, ar],
  );

/** The body part whose full name, in any language, is exactly the text. */
const partNamed = (text: string): BodyPart | undefined => {
  const name = folded(text);
  return BODY_PARTS.find((each) => [each.tr, each.en, each.ar].some((label) => folded(label) === name));
};

/** The body part of which free text is one of the names around a slash: "Akciğer" of "Akciğer / göğüs". */
const partMeant = (text: string): BodyPart | undefined =>
  BODY_PARTS.find(({ tr, en, ar }) => [tr, en, ar].some((name) => name.split('/').map(folded).includes(folded(text))));

/** A body part in the reader's language; free text of the patient is returned unchanged. */
export const bodyPartIn = (text: string, language: Language): string => partNamed(text)?.[language] ?? text;

/** Whether left and right must be asked for; true for free text, because it is unknown there. */
export function hasSides(bodyPart: string): boolean {
  if (bodyPart.trim() === '') return false;
  const known = partNamed(bodyPart);
  return known === undefined || known.hasSides === true;
}

/** Parts of which a film shows bone. */
const BONE_ON_FILMS: ReadonlySet<string> = new Set([
  'Head / brain',
  'Cervical spine',
  'Thoracic spine',
  'Lumbar spine',
  'Whole spine',
  'Pelvis',
]);
/** Kinds of images that are read by their own people, whatever they show. */
const BY_MODALITY: Readonly<Record<string, Subspecialty>> = { Mammography: 'breast', 'PET-CT': 'nuclear' };

/** Who reads images of this kind: by modality and body part, as the patient named them. What nobody can tell is general. */
export function subspecialtyOf(modality: string, bodyPart: string | null): Subspecialty {
  const own = BY_MODALITY[modality];
  if (own) return own;
  const known = bodyPart === null ? undefined : (partNamed(bodyPart) ?? partMeant(bodyPart));
  if (!known) return 'general';
  return modality === 'X-Ray' && BONE_ON_FILMS.has(known.en) ? 'musculoskeletal' : known.subspecialty;
}
