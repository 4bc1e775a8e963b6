import type { Enhancement } from './enhancement.ts';

const home: Enhancement = (element) => {
  element.dataset.enhanced = '';
};
export default home;
