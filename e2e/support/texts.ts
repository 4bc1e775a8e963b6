import arabicInterface from '@duai/texts/ar/interface';
import arabicPatient from '@duai/texts/ar/patient';
import englishInterface from '@duai/texts/en/interface';
import englishPatient from '@duai/texts/en/patient';
import turkishInterface from '@duai/texts/tr/interface';
import turkishPatient from '@duai/texts/tr/patient';

/** What the pages of a patient say, by language. */
export const turkish = { ...turkishPatient, interface: turkishInterface };
export const english = { ...englishPatient, interface: englishInterface };
export const arabic = { ...arabicPatient, interface: arabicInterface };
