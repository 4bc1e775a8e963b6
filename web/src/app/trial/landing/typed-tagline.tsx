import { useEffect, useState } from 'react';

const LETTER_MS = 60;

/** A line that types itself, one letter every 60 ms; shown at once with reduced motion, and read as a whole by screen readers. */
export function TypedTagline({ text }: { readonly text: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setCount(text.length);
      return;
    }
    const timer = setInterval(() => setCount((before) => Math.min(before + 1, text.length)), LETTER_MS);
    return () => clearInterval(timer);
  }, [text]);
  return (
    <p className="min-h-6 text-grey-4">
      <span className="sr-only">{text}</span>
      <span aria-hidden data-typed>
        {text.slice(0, count)}
      </span>
    </p>
  );
}
