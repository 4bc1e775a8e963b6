import point from './operating-point.json' with { type: 'json' };

/** The network that training/train_film_check.py wrote, identified by the hash for which the limits were chosen. */
export const WEIGHTS = { path: `${import.meta.dirname}/model.onnx`, sha256: point.weightsSha256 } as const;
