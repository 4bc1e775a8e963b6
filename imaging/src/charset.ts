/** Specific Character Set (PS3.3 C.12.1.1.2) to the labels of the Encoding standard. */
const LABELS: Readonly<Record<string, string>> = {
  'ISO_IR 6': 'windows-1252',
  'ISO_IR 100': 'iso-8859-1',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'iso-8859-9',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
  'ISO 2022 IR 87': 'iso-2022-jp',
  'ISO 2022 IR 149': 'euc-kr',
  'ISO 2022 IR 58': 'gbk',
};

const normalise = (name: string) =>
  name.trim().replace(/^ISO 2022 IR (6|13|100|101|109|110|126|127|138|144|148|166)$/, 'ISO_IR $1');

/** Undefined where the name is not one of the standard. */
export function textDecoderFor(specificCharacterSet: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  const names = (specificCharacterSet ?? '').split('\\').map(normalise);
  const name = names.find((candidate, index) => candidate !== '' && (index === 0 || names[0] === '')) ?? 'ISO_IR 6';
  const label = LABELS[name];
  return label ? new TextDecoder(label) : undefined;
}
