import { compareDataSets, type DataSetComparison, hasSamePixels } from '@duai/imaging';
import { withLocalFile } from './local-file.ts';

interface TwoFiles {
  first: string;
  second: string;
}

/** In which elements two files differ. @throws ImagingError */
export const compareElements = ({ first, second }: TwoFiles): Promise<DataSetComparison> =>
  withLocalFile(first, (a) => withLocalFile(second, (b) => compareDataSets(a, b)));

/** Whether two files show the same stored values; null where there are too many. @throws ImagingError */
export const comparePixels = ({ first, second }: TwoFiles): Promise<boolean | null> =>
  withLocalFile(first, (a) => withLocalFile(second, (b) => hasSamePixels(a, b)));
