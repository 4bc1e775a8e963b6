/** Gives every parameter, counts and names alike, as a number. */
const SAMPLE: object = new Proxy({}, { get: () => 7 });

/** Every text of a catalogue under its dotted key; texts with parameters are filled with samples. */
export function textsOf(catalogue: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]];
    if (typeof value === 'function') return [[prefix + key, String(value(SAMPLE))]];
    return textsOf(value as object, `${prefix}${key}.`);
  });
}

/** Names, formats, units and loan words that are the same in Turkish and English. */
const INTERNATIONAL =
  'duai utc https tls port pem uid echo test dicom dicomdir dcm jpeg jpg png pdf zip json fhir tar sms spam pet mri max min hipaa kvkk gdpr pacs sha qr cd dvd usb mb kb gb pin csv xml html url api txt normal xxx ayla demir duaicheck roc auc stow hmac kid rsa openid connect issuer client secret claim post webhook webhooks ris spect kernel model demo rads voi lut webgl ctrl shift plan linkedin laa suv suvmax suvpeak sul sulmax sulpeak cobb mpr mip tab agatston dxa perc dicomweb mllp oru msh obx syslog rfc auditevent smart jwks abdomen kappa';

/** Words of at least three letters in lower case, without international names and hashes. */
export function wordsOf(text: string): Set<string> {
  const known = new Set(INTERNATIONAL.split(' '));
  const words = text.toLowerCase().match(/(?<![\p{L}\p{N}])\p{L}{3,}(?![\p{L}\p{N}])/gu) ?? [];
  return new Set(words.filter((word) => !known.has(word)));
}

/** Words that only one catalogue uses; on a page of the other they are left untranslated. */
export function wordsOnlyIn(one: object, other: object): Set<string> {
  const all = (catalogue: object) =>
    wordsOf(
      textsOf(catalogue)
        .map(([, text]) => text)
        .join(' '),
    );
  const others = all(other);
  return new Set([...all(one)].filter((word) => !others.has(word)));
}
