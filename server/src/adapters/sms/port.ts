export interface Sms {
  to: string;
  text: string;
  /** The same for every try of one message. */
  id: string;
}

export interface SmsSender {
  send(sms: Sms): Promise<void>;
}
