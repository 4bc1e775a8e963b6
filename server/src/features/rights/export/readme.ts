import type { Translated } from '@duai/contract';

/** The first file one opens in a copy of everything. */
export const README: Translated = {
  tr: `DUAI: verilerinizin kopyası

cases/             her vaka için bir klasör: imzalı rapor (report.pdf, report.json) ve yüklediğiniz görüntüler, geldikleri gibi
fhir-bundle.json   aynı bilgiler, sağlık sistemlerinin okuduğu biçimde (HL7 FHIR R4: Patient, ImagingStudy, DiagnosticReport)
access-log.json    verilerinizi kimin, ne zaman gördüğü
data/              hesabınız, onaylarınız, vakalarınız ve bizde kayıtlı diğer her şey (JSON), tablo tablo

Saatler UTC'dir. Görüntüler DICOM biçimindedir; ücretsiz DICOM görüntüleyicilerle veya hekiminizin sisteminde açılır.
Bu dosyada sağlık bilgileriniz var: güvenli bir yerde saklayın.
`,
  en: `DUAI: a copy of your data

cases/             a folder for each case: the signed report (report.pdf, report.json) and the images you uploaded, as they came
fhir-bundle.json   the same in the form that health systems read (HL7 FHIR R4: Patient, ImagingStudy, DiagnosticReport)
access-log.json    who saw your data, and when
data/              your account, consents, cases and everything else that we hold (JSON), table by table

Times are UTC. Images are DICOM; free DICOM viewers and your doctor's system open them.
This file holds your health data: keep it in a safe place.
`,
  ar: `DUAI: نسخة من بياناتك

cases/             مجلد لكل حالة: التقرير الموقّع (report.pdf وreport.json) والصور التي رفعتها كما وصلت
fhir-bundle.json   المعلومات نفسها بالصيغة التي تقرؤها الأنظمة الصحية (HL7 FHIR R4)
access-log.json    من اطّلع على بياناتك ومتى
data/              حسابك وموافقاتك وحالاتك وكل ما نحتفظ به غير ذلك (JSON) جدولًا جدولًا

الأوقات بالتوقيت العالمي UTC. الصور بصيغة DICOM وتُفتح ببرامج العرض المجانية أو في نظام طبيبك.
يحتوي هذا الملف على بياناتك الصحية: احفظه في مكان آمن.
`,
};
