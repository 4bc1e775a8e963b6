/** Questions to the radiologist, within a case. */
export const questionTexts = {
  heading: 'Radyoloğa sorularınız',
  empty: 'Henüz bir soru yok. Raporunuzla ya da görüntülerinizle ilgili sorunuzu buraya yazabilirsiniz.',
  field: 'Sorunuz',
  help: 'Acil bir durumda buraya yazmayın; 112’yi arayın.',
  send: 'Soruyu gönder',
  sending: 'Gönderiliyor...',
  failedTitle: 'Sorunuz gönderilemedi',
  loadFailed: 'Yazışma alınamadı.',
  you: 'Siz',
  patient: 'Hasta',
  radiologist: 'Radyolog',
  sent: 'Gönderildi',
  read: (p: { time: string }) => `Okundu: ${p.time}`,
  answer: {
    field: 'Yanıtınız',
    help: 'Görüntü de ekleyecekseniz yanıtınızı yine buraya yazın, görüntüleri aşağıda seçip yükleyin: yanıtınız onlarla birlikte gider.',
    send: 'Yanıtla ve vakayı yeniden gönder',
    goesWithImages: 'Yanıtınız, aşağıda seçtiğiniz görüntüleri yüklediğinizde birlikte gönderilecek.',
    doneTitle: 'Yanıtınız gönderildi',
    doneText: 'Vakanız yeniden inceleniyor.',
    failedTitle: 'Yanıtınız gönderilemedi',
  },
};
export type QuestionTexts = typeof questionTexts;
