import { useEffect } from 'react';

/** Keeps in the body's `--scrollbar` how wide the place beside the page is that its scrollbar has, or would have. */
export function useScrollbarWidth(): void {
  useEffect(() => {
    const measure = () => {
      const { body } = document;
      // While the page is locked that place is a margin of the body.
      if (!body.hasAttribute('data-scroll-locked'))
        body.style.setProperty('--scrollbar', `${window.innerWidth - body.getBoundingClientRect().width}px`);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
}
