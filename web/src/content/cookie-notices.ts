import type { PatientNotice } from './patient-notices.ts';

/** A summary of the cookie policy in the other languages of the patient interface. */
export const COOKIE_NOTICES: readonly PatientNotice[] = [
  {
    language: 'tr',
    title: 'Çerezler hakkında kısa bilgi',
    parts: [
      {
        heading: 'Ne saklıyoruz',
        text: 'Tarayıcınızda yalnızca istediğiniz şeyin çalışması için gerekenleri saklarız: oturumunuz, seçtiğiniz dil, yazmakta olduğunuz formun taslağı, kapattığınız duyurular ve buradaki seçiminiz. Bunlar için rıza gerekmez. Her birinin adı, amacı ve süresi yukarıdaki tablolarda yazar.',
      },
      {
        heading: 'Rızanıza bağlı olanlar',
        text: 'Açık veya koyu görünüm tercihinizi bir sonraki ziyaret için ancak rızanızla hatırlarız. Bugün analiz ve pazarlama çerezi kullanmıyoruz; kullanırsak yalnızca rızanızla kullanırız.',
      },
      {
        heading: 'Seçiminiz',
        text: 'Bu sayfanın “Your choice” bölümünde kategorileri işaretleyip kaydedebilir (Save my choice), tümünü reddedebilir (Reject all) veya tümünü kabul edebilirsiniz (Accept all). Seçiminizi dilediğiniz zaman değiştirebilirsiniz; 12 ay sonra yeniden sorarız.',
      },
      {
        heading: 'Üçüncü taraflar',
        text: 'Bu sayfalarda başka hiçbir şirket veri saklamaz veya okumaz.',
      },
    ],
  },
  {
    language: 'ar',
    title: 'موجز عن ملفات تعريف الارتباط',
    parts: [
      {
        heading: 'ما الذي نحفظه',
        text: 'لا نحفظ في متصفحك إلا ما يلزم لعمل ما طلبته: جلستك، واللغة التي اخترتها، ومسودة النموذج الذي تكتبه، والإعلانات التي أغلقتها، واختيارك في هذه الصفحة. لا يحتاج ذلك إلى موافقة. تجد اسم كل عنصر وغرضه ومدته في الجداول أعلاه.',
      },
      {
        heading: 'ما يحتاج إلى موافقتك',
        text: 'لا نتذكر المظهر الفاتح أو الداكن لزيارتك القادمة إلا بموافقتك. ولا نستخدم اليوم ملفات تحليلية ولا تسويقية، وإن تغيّر ذلك فبموافقتك وحدها.',
      },
      {
        heading: 'اختيارك',
        text: 'في قسم \u2068Your choice\u2069 من هذه الصفحة يمكنك تحديد الفئات وحفظها (\u2068Save my choice\u2069) أو رفضها كلها (\u2068Reject all\u2069) أو قبولها كلها (\u2068Accept all\u2069). يمكنك تغيير اختيارك في أي وقت، ونسألك من جديد بعد \u206812\u2069 شهرًا.',
      },
      {
        heading: 'أطراف أخرى',
        text: 'لا تحفظ أي شركة أخرى شيئًا في هذه الصفحات ولا تقرؤه.',
      },
    ],
  },
];
