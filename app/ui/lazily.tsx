import { type ComponentType, startTransition, useEffect, useEffectEvent, useState } from 'react';
import { allStyles } from '../theme/all-styles.ts';
import { showAlert } from './alerts/alerts.ts';
import { ahead, drawn } from './hooks/drawn.ts';

type Extra = {
  /** Shown as long as it is not there. */
  waiting?: React.ReactNode;
  /** Called when it cannot be fetched, so that the next press asks again; without it, the part's own `onClose` is. */
  onFailed?: () => void;
};

/**
 * A part of a page that is fetched when it is first shown. When it cannot be, because the network is gone or a newer version
 * was released since, the page stays as it is, with all that was typed into it, and an alert says so.
 */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props & Extra> {
  let part: ComponentType<Props> | undefined;
  return function Lazily({ waiting, onFailed, ...props }: Props & Extra) {
    const [Part, setPart] = useState(() => part);
    const giveUp = useEffectEvent(() => {
      showNotFetched();
      (onFailed ?? (props as { onClose?: () => void }).onClose)?.();
    });
    useEffect(() => {
      if (part) return setPart(() => part);
      let isShown = true;
      const show = (module: { default: ComponentType<Props> }) => {
        part = module.default;
        if (isShown) startTransition(() => setPart(() => part));
      };
      drawn()
        .then(() => Promise.all([load(), allStyles()]))
        .then(([module]) => module)
        .then(show, () => isShown && giveUp());
      return () => {
        isShown = false;
      };
    }, []);
    return Part ? <Part {...(props as unknown as Props)} /> : waiting;
  };
}

/** The same, and what fetches it before, for `onPointerEnter` and `onFocus`. */
export const partAhead = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  [lazily(load), ahead(load)] as const;

/** Says that a part of the page could not be fetched. */
export const showNotFetched = () =>
  showAlert('danger', 'This could not be loaded. Check your connection and try again; if it stays, reload the page.');
