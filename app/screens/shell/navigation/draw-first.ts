import type { ClientInstrumentation } from 'react-router';
import { drawn } from '../../../ui/hooks/drawn.ts';

/** A press that leads to another page is drawn before the router looks for what that page needs, which takes longer than to draw. */
export const drawFirst: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      navigate: async (go) => {
        await drawn();
        await go();
      },
    }),
};
