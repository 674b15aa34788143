import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a line of links that is scrolled where they do not all fit: brings the current one into its middle, and again when the line gets
 * another width. `current` says which one it is.
 */
export function useCurrentInView(current: string | number): RefObject<HTMLElement | null> {
  const line = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is current by then.
  useEffect(() => {
    const watched = line.current;
    if (!watched) return;
    const observer = new ResizeObserver(() => centre(watched));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [current]);
  return line;
}

function centre(line: HTMLElement): void {
  const link = line.querySelector<HTMLElement>('[aria-current="page"]');
  if (link) line.scrollLeft = link.offsetLeft - line.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}
