/** The model cards, read from the folders of the algorithms when the pages are built (web/model-cards.ts). */
declare module 'virtual:model-cards' {
  export const MODEL_CARDS: readonly import('./model-card.ts').ModelCardPage[];
}
