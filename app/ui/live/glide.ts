import { begunLater } from './begun-later.ts';

/**
 * A ref of an element: its children glide to where they go when something comes, goes or grows among them, so that the eye can follow
 * what moves by itself. They are there at once for whoever asked their system for less motion, and where the window is resized. The
 * element has a position, or stands still itself.
 */
export const glide = begunLater(
  () => import('./gliding.ts'),
  ({ letGlide }, place) => letGlide(place),
);
