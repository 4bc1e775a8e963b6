import type { Language, Translated } from '../values/languages.ts';

interface BodyPart extends Translated {
  /** Other words that people search by, in any language. */
  readonly also?: string;
  /** Whether left and right are told apart. */
  readonly hasSides?: true;
}

const part = (tr: string, en: string, ar: string, also?: string): BodyPart => ({ tr, en, ar, ...(also && { also }) });
const paired = (tr: string, en: string, ar: string, also?: string): BodyPart => ({
  ...part(tr, en, ar, also),
  hasSides: true,
});

/** Body parts to choose from, in plain words from head to foot; any other text may be written instead. */
export const BODY_PARTS: readonly BodyPart[] = [
  part('Baş / beyin', 'Head / brain', 'الرأس / الدماغ', 'kafa kranyum beyin skull'),
  part('Hipofiz', 'Pituitary gland', 'الغدة النخامية', 'sella'),
  paired('Göz / göz çukuru', 'Eye / orbit', 'العين / الحجاج', 'orbita'),
  paired('Kulak', 'Ear', 'الأذن', 'temporal kemik'),
  part('Burun ve sinüsler', 'Nose and sinuses', 'الأنف والجيوب', 'paranazal sinüzit'),
  part('Yüz kemikleri', 'Facial bones', 'عظام الوجه', 'maksillofasiyal'),
  part('Çene ve dişler', 'Jaw and teeth', 'الفك والأسنان', 'mandibula panoramik dental'),
  part('Boyun', 'Neck', 'الرقبة', 'boğaz larinks'),
  part('Tiroit', 'Thyroid', 'الغدة الدرقية', 'guatr'),
  part('Boyun omurgası', 'Cervical spine', 'الفقرات العنقية', 'servikal boyun fıtığı'),
  part('Sırt omurgası', 'Thoracic spine', 'الفقرات الصدرية', 'torakal dorsal'),
  part('Bel omurgası', 'Lumbar spine', 'الفقرات القطنية', 'lomber bel fıtığı'),
  part('Kuyruk sokumu ve sakrum', 'Sacrum and coccyx', 'العجز والعصعص', 'koksiks'),
  part('Tüm omurga', 'Whole spine', 'العمود الفقري كاملًا', 'skolyoz vertebra'),
  part('Akciğer / göğüs', 'Lungs / chest', 'الرئتان / الصدر', 'toraks ciğer akciğer grafisi lung'),
  part('Kalp', 'Heart', 'القلب', 'koroner kardiyak cardiac'),
  part('Aort ve damarlar', 'Aorta and vessels', 'الأبهر والأوعية', 'anjiyografi angio'),
  part('Kaburgalar', 'Ribs', 'الأضلاع', 'kosta'),
  paired('Meme', 'Breast', 'الثدي', 'mamografi göğüs'),
  paired('Koltuk altı', 'Armpit', 'الإبط', 'aksilla lenf'),
  part('Tüm karın', 'Whole abdomen', 'البطن كاملًا', 'batın abdomen'),
  part('Üst karın', 'Upper abdomen', 'أعلى البطن', 'üst batın'),
  part('Karaciğer', 'Liver', 'الكبد', 'hepatik'),
  part('Safra kesesi ve yolları', 'Gallbladder and bile ducts', 'المرارة والقنوات الصفراوية', 'mrcp'),
  part('Pankreas', 'Pancreas', 'البنكرياس'),
  part('Dalak', 'Spleen', 'الطحال'),
  paired('Böbrek', 'Kidney', 'الكلية', 'renal taş'),
  paired('Böbrek üstü bezi', 'Adrenal gland', 'الغدة الكظرية', 'adrenal sürrenal'),
  part('Mide ve bağırsaklar', 'Stomach and bowel', 'المعدة والأمعاء', 'kolon gastrointestinal'),
  part('Mesane', 'Bladder', 'المثانة', 'idrar üriner'),
  part('Leğen kemiği / pelvis', 'Pelvis', 'الحوض', 'alt karın alt batın kasık'),
  part('Rahim ve yumurtalıklar', 'Uterus and ovaries', 'الرحم والمبيضان', 'jinekolojik over'),
  part('Prostat', 'Prostate', 'البروستاتا'),
  paired('Testis', 'Testicle', 'الخصية', 'skrotum'),
  part('Gebelik', 'Pregnancy', 'الحمل', 'fetüs obstetrik hamilelik'),
  paired('Omuz', 'Shoulder', 'الكتف', 'rotator manşet'),
  paired('Köprücük kemiği', 'Collarbone', 'الترقوة', 'klavikula'),
  paired('Üst kol', 'Upper arm', 'العضد', 'humerus'),
  paired('Dirsek', 'Elbow', 'المرفق'),
  paired('Ön kol', 'Forearm', 'الساعد', 'radius ulna'),
  paired('El bileği', 'Wrist', 'المعصم'),
  paired('El ve parmaklar', 'Hand and fingers', 'اليد والأصابع', 'kemik yaşı'),
  paired('Kalça', 'Hip', 'الورك'),
  paired('Uyluk', 'Thigh', 'الفخذ', 'femur'),
  paired('Diz', 'Knee', 'الركبة', 'menisküs çapraz bağ'),
  paired('Baldır', 'Lower leg', 'الساق', 'tibia fibula'),
  paired('Ayak bileği', 'Ankle', 'الكاحل'),
  paired('Ayak ve parmaklar', 'Foot and toes', 'القدم والأصابع', 'topuk'),
  part('Lenf bezleri', 'Lymph nodes', 'العقد اللمفاوية', 'lenf nodu'),
  part('Tüm vücut', 'Whole body', 'الجسم كله', 'pet sintigrafi'),
];

/** For comparing: lower case by the reader's rules (ı and i are one), no accents, single spaces. */
const folded = (text: string): string =>
  text.toLocaleLowerCase('tr').replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();

const wordsOf = (bodyPart: BodyPart): string =>
  folded([bodyPart.tr, bodyPart.en, bodyPart.ar, bodyPart.also].filter(Boolean).join(' '));

/** Names that fit what was typed, in the reader's language: those that begin with it first, then the rest. */
export function findBodyParts(typed: string, language: Language): string[] {
  const wanted = folded(typed);
  const fitting = BODY_PARTS.filter((bodyPart) =>
    wanted.split(' ').every((word) => wordsOf(bodyPart).includes(word)),
  ).map((bodyPart) => bodyPart[language]);
  const begins = (name: string) => folded(name).startsWith(wanted);
  return [...fitting.filter(begins), ...fitting.filter((name) => !begins(name))];
}

/** What a body part is called in all languages, where one of its names has the word. */
export const namesOfPart = (word: string): string[] =>
  BODY_PARTS.filter(({ tr, en, ar }) => [tr, en, ar].some((name) => folded(name).includes(folded(word)))).flatMap(
    ({ tr, en, ar }) => [tr, en, ar],
  );

/** The part that a text names in any of the languages, whole and alone. */
const partNamed = (text: string): BodyPart | undefined => {
  const name = folded(text);
  return BODY_PARTS.find((each) => [each.tr, each.en, each.ar].some((label) => folded(label) === name));
};

/** A body part in the reader's language; a text of the patient's own stays as it was written. */
export const bodyPartIn = (text: string, language: Language): string => partNamed(text)?.[language] ?? text;

/** Whether left and right are told apart: for a text of one's own nobody knows, so it is asked. */
export function hasSides(bodyPart: string): boolean {
  if (bodyPart.trim() === '') return false;
  const known = partNamed(bodyPart);
  return known === undefined || known.hasSides === true;
}
