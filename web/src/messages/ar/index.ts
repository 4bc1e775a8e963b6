import type { Messages } from '../tr/index.ts';
import { interfaceTexts } from './interface.ts';

export const messages: Messages = {
  interface: interfaceTexts,
};
