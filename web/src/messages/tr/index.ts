import { interfaceTexts } from './interface.ts';

export type { InterfaceTexts } from './interface.ts';

/** The Turkish catalogue is the model: the others have exactly its keys and parameters. */
export const messages = {
  interface: interfaceTexts,
};
export type Messages = typeof messages;
