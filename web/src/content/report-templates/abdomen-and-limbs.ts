import { GAP, type ReportTemplate } from './template.ts';

const BONES = ['head', 'spine', 'shoulder', 'arm', 'hand', 'pelvis', 'hip', 'knee', 'foot'] as const;

export const ABDOMEN_AND_LIMBS: readonly ReportTemplate[] = [
  {
    id: 'abdomen-ct',
    madeFor: { CT: ['abdomen', 'pelvis'] },
    tr: {
      title: 'Batın BT',
      technique: `Tüm batın BT; kontrast madde ve fazlar: ${GAP}.`,
      findings: [
        'Karaciğer boyutu ve konturları doğaldır; yer kaplayan lezyon izlenmedi.',
        'Safra kesesi ve safra yolları doğaldır.',
        'Pankreas, dalak ve adrenal bezler doğaldır.',
        'Her iki böbrek normal boyuttadır; taş, hidronefroz ya da kitle izlenmedi.',
        'Bağırsak anslarında duvar kalınlaşması ya da genişleme izlenmedi.',
        'Patolojik boyutta lenf nodu, serbest sıvı ya da serbest hava yoktur.',
        'Abdominal aort çapı normaldir.',
        'Pelvik organlarda ve kemik yapılarda belirgin patoloji izlenmedi.',
      ],
      impression: 'Batın BT incelemesinde patolojik bulgu saptanmadı.',
    },
    en: {
      title: 'Abdominal CT',
      technique: `CT of abdomen and pelvis; contrast medium and phases: ${GAP}.`,
      findings: [
        'The liver is normal in size and outline; no focal lesion.',
        'Gallbladder and bile ducts are unremarkable.',
        'Pancreas, spleen and adrenal glands are unremarkable.',
        'Both kidneys are of normal size; no stone, hydronephrosis or mass.',
        'No wall thickening or dilatation of the bowel.',
        'No enlarged lymph nodes, no free fluid, no free air.',
        'The abdominal aorta is of normal calibre.',
        'No relevant abnormality of the pelvic organs and the bones.',
      ],
      impression: 'No pathological finding on CT of the abdomen.',
    },
  },
  {
    id: 'abdomen-us',
    madeFor: { US: ['abdomen', 'pelvis'] },
    tr: {
      title: 'Batın ultrasonu',
      technique: `Batın ultrasonu, hazırlık: ${GAP}.`,
      findings: [
        `Karaciğer uzunluğu ${GAP} mm, parankim ekojenitesi doğaldır; yer kaplayan lezyon izlenmedi.`,
        'Safra kesesinde taş ya da duvar kalınlaşması izlenmedi; safra yolları geniş değildir.',
        'Pankreas görülebildiği kadarıyla doğaldır.',
        `Dalak uzunluğu ${GAP} mm, doğal görünümdedir.`,
        `Sağ böbrek ${GAP} mm, sol böbrek ${GAP} mm; taş ya da hidronefroz izlenmedi.`,
        'Mesane doğal görünümdedir; serbest sıvı yoktur.',
      ],
      impression: 'Batın ultrasonunda patolojik bulgu saptanmadı.',
    },
    en: {
      title: 'Abdominal ultrasound',
      technique: `Ultrasound of the abdomen, preparation: ${GAP}.`,
      findings: [
        `Liver length ${GAP} mm, normal echogenicity; no focal lesion.`,
        'No gallstone, no thickening of the gallbladder wall; the bile ducts are not dilated.',
        'The pancreas is unremarkable as far as seen.',
        `Spleen length ${GAP} mm, unremarkable.`,
        `Right kidney ${GAP} mm, left kidney ${GAP} mm; no stone, no hydronephrosis.`,
        'The bladder is unremarkable; no free fluid.',
      ],
      impression: 'No pathological finding on ultrasound of the abdomen.',
    },
  },
  {
    id: 'knee-mr',
    madeFor: { MR: ['knee'] },
    tr: {
      title: 'Diz MR',
      technique: `${GAP} (sağ / sol) diz MR; sekanslar: ${GAP}.`,
      findings: [
        'Medial ve lateral menisküslerde yırtık izlenmedi.',
        'Ön ve arka çapraz bağlar bütündür.',
        'Medial ve lateral kollateral bağlar doğaldır.',
        'Ekstansör mekanizma doğaldır; patella yerindedir.',
        'Eklem kıkırdağında belirgin kayıp izlenmedi.',
        'Kemik iliği ödemi ya da kırık izlenmedi.',
        'Eklem sıvısı artmamıştır; Baker kisti yoktur.',
      ],
      impression: 'Diz MR incelemesinde patolojik bulgu saptanmadı.',
    },
    en: {
      title: 'Knee MR',
      technique: `MR of the ${GAP} (right / left) knee; sequences: ${GAP}.`,
      findings: [
        'No tear of the medial or lateral meniscus.',
        'Anterior and posterior cruciate ligaments are intact.',
        'Medial and lateral collateral ligaments are unremarkable.',
        'The extensor mechanism is unremarkable; the patella is in place.',
        'No relevant loss of articular cartilage.',
        'No bone marrow oedema, no fracture.',
        'No joint effusion, no Baker cyst.',
      ],
      impression: 'No pathological finding on MR of the knee.',
    },
  },
  {
    id: 'bone-film',
    madeFor: { CR: BONES, DX: BONES },
    tr: {
      title: 'Kemik grafisi',
      technique: `${GAP} (bölge, taraf) grafisi, ${GAP} yön.`,
      findings: [
        'Kırık ya da çıkık izlenmedi.',
        'Eklem aralıkları ve eklem yüzleri doğaldır.',
        'Kemik yoğunluğu ve korteks doğaldır; litik ya da sklerotik lezyon izlenmedi.',
        'Yumuşak dokularda şişlik ya da yabancı cisim izlenmedi.',
      ],
      impression: 'Kemik grafisinde patolojik bulgu saptanmadı.',
    },
    en: {
      title: 'Bone film',
      technique: `Radiograph of ${GAP} (part, side), ${GAP} views.`,
      findings: [
        'No fracture, no dislocation.',
        'Joint spaces and articular surfaces are unremarkable.',
        'Bone density and cortex are unremarkable; no lytic or sclerotic lesion.',
        'No soft-tissue swelling, no foreign body.',
      ],
      impression: 'No pathological finding on the bone radiograph.',
    },
  },
];
