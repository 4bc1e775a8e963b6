import { describe, expect, it } from 'vitest';
import { comparePersonName } from './person-name.ts';

const compare = (pn: string, name: string) => {
  const [firstName, ...rest] = name.split(' ');
  return comparePersonName(pn, { firstName: firstName!, lastName: rest.join(' ') });
};

describe('the same person, written otherwise', () => {
  it.each([
    ['IŞIK^ZEYNEP', 'Zeynep Işık'],
    ['ISIK^ZEYNEP', 'Zeynep Işık'],
    ['Zeynep Isik', 'Zeynep Işık'],
    ['ışık^zeynep^^Dr.', 'Zeynep Işık'],
    ['İNCİ^ÇAĞRI', 'Çağrı İnci'],
    ['INCI^CAGRI', 'Çağrı İnci'],
    ['MUELLER^JUERGEN', 'Jürgen Müller'],
    ['Muller^Jurgen', 'Jürgen Müller'],
    ['GROSS^ANNE-MARIE', 'Anne Marie Groß'],
    ['Łukasz^Øyvind', 'Oyvind Lukasz'],
    ['أحمد^محمد', 'محمد احمد'],
    // PS3.5 annexes H and I: Japanese and Korean, in all component groups.
    ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Tarou Yamada'],
    ['Yamada^Tarou=山田^太郎=やまだ^たろう', '太郎 山田'],
    ['=山田^太郎', '山田 太郎'],
    ['Hong^Gildong=洪^吉洞=홍^길동', '길동 홍'],
    ['ИВАНОВА^АННА', 'Анна Иванова'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ^ΓΙΩΡΓΟΣ', 'Γιώργος Παπαδόπουλος'],
  ])('%s is %s', (pn, name) => expect(compare(pn, name)).toBe('same'));
});

it.each([
  ['KANARI^ZAYNAB', 'زينب كناري'],
  ['زينب^كناري', 'Zaynab Kanari'],
  ['MOHAMMED^AHMAD', 'أحمد محمد'],
  ['EL-SHARIF^FATIMAH', 'فاطمة الشريف'],
  // Only the vowels differ, so the date of birth has to decide.
  ['HASAN^ALI', 'حسين علي'],
  ['KANARYA^ZEYNEP^NUR', 'Zeynep Kanarya'],
  ['KANARYA^ZEYNEP', 'Zeynep Nur Kanarya'],
])('%s may be %s: by the name alone it cannot be told', (pn, name) => expect(compare(pn, name)).toBe('alike'));

describe('a name in Cyrillic or Greek letters and one in Latin ones may be one, by whichever standard it is written', () => {
  it.each([
    ['Иванова^Анна', 'Anna Ivanova'],
    ['IVANOVA^ANNA', 'Анна Иванова'],
    // ISO 9 of 1995 and of 1968, ICAO Doc 9303, BGN/PCGN, and without the ending that is often left out.
    ['Щербаков^Юрий', 'Ûrij Ŝerbakov'],
    ['Щербаков^Юрий', 'Jurij Ščerbakov'],
    ['Щербаков^Юрий', 'Iurii Shcherbakov'],
    ['Щербаков^Юрий', 'Yuriy Shcherbakov'],
    ['Щербаков^Юрий', 'Yury Shcherbakov'],
    ['БЕКТАШ^АЙГЮЛЬ', 'Aygyul Bektaş'],
    ['Ђорђевић^Љиљана', 'Ljiljana Đorđević'],
    ['Григоренко^Микита', 'Mykyta Hryhorenko'],
    // ELOT 743.
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ^ΓΙΩΡΓΟΣ', 'Giorgos Papadopoulos'],
    ['Μπακογιάννη^Ευαγγελία', 'Evangelia Bakogianni'],
    ['Ευθυμίου^Παύλος', 'Pavlos Efthymiou'],
    ['Μαΐου^Χρήστος', 'Christos Maiou'],
  ])('%s and %s', (pn, name) => expect(compare(pn, name)).toBe('alike'));
});

describe('another person', () => {
  it.each([
    ['KANARYA^AYSE', 'Zeynep Kanarya'],
    ['KANARYA', 'Zeynep Kanarya'],
    ['DEMIR^ZEYNEP', 'Zeynep Kanarya'],
    ['ANON^1234', 'Zeynep Kanarya'],
    ['Иванова^Анна', 'Anna Petrova'],
    ['ИВАНОВ', 'Anna Ivanov'],
    ['Иванова^Анна', 'Άννα Ιβάνοβα'],
    ['Иванова^Анна', 'آنا إيفانوفا'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ^ΓΙΩΡΓΟΣ', 'Nikos Papadopoulos'],
    ['EMAD^ALI', 'أحمد علي'],
    ['山田^花子', '太郎 山田'],
    ['Suzuki^Tarou=鈴木^太郎', 'Tarou Yamada'],
    ['=', 'Zeynep Kanarya'],
    ['12345', 'Zeynep Kanarya'],
  ])('%s is not %s', (pn, name) => expect(compare(pn, name)).toBe('other'));
});
