import arabicInterface from '@duai/texts/ar/interface';
import arabicPasswords from '@duai/texts/ar/passwords';
import arabicPatient from '@duai/texts/ar/patient';
import englishInterface from '@duai/texts/en/interface';
import englishPasswords from '@duai/texts/en/passwords';
import englishPatient from '@duai/texts/en/patient';
import turkishInterface from '@duai/texts/tr/interface';
import turkishPasswords from '@duai/texts/tr/passwords';
import turkishPatient from '@duai/texts/tr/patient';

/** Texts of the patient pages, by language. */
export const turkish = { ...turkishPatient, interface: turkishInterface, passwords: turkishPasswords };
export const english = { ...englishPatient, interface: englishInterface, passwords: englishPasswords };
export const arabic = { ...arabicPatient, interface: arabicInterface, passwords: arabicPasswords };
