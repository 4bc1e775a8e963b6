import { useEffect, useState } from 'react';

/** The value once it has not changed for a while, so that a search is sent only when typing pauses. */
export function useSettled<Value>(value: Value, quietMs = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
