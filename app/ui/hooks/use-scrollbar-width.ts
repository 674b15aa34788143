import { useEffect } from 'react';

/** Keeps in `--scrollbar` how wide the place beside the page is that its scrollbar has, or would have. */
export function useScrollbarWidth(): void {
  useEffect(() => {
    const measure = () => {
      const { body, documentElement } = document;
      // While the page is locked that place is a margin of the body.
      if (!body.hasAttribute('data-scroll-locked'))
        documentElement.style.setProperty('--scrollbar', `${window.innerWidth - body.getBoundingClientRect().width}px`);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
}
