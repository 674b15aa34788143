import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { showAlert } from './alerts/alerts.ts';

type Extra = {
  /** Shown as long as it is not there. */
  waiting?: React.ReactNode;
  /** Called when it cannot be fetched, so that the next press asks again; without it, the part's own `onClose` is. */
  onFailed?: () => void;
};

/**
 * A part of a page that is fetched when it is first shown. When it cannot be, because the network is gone or a newer version
 * was released meanwhile, the page stays as it is, with all that was typed into it, and an alert says so.
 */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props & Extra> {
  let part: ComponentType<Props> | undefined;
  let failed = false;
  return function Lazily({ waiting, onFailed, ...props }: Props & Extra) {
    const [Part, setPart] = useState(() => part);
    const giveUp = useEffectEvent(() => {
      failed = true;
      showAlert('danger', notFetched);
      (onFailed ?? (props as { onClose?: () => void }).onClose)?.();
    });
    useEffect(() => {
      if (part) return setPart(() => part);
      let isShown = true;
      if (failed) askForStylesAgain();
      load().then(
        (module) => {
          part = module.default;
          if (isShown) setPart(() => part);
        },
        () => isShown && giveUp(),
      );
      return () => {
        isShown = false;
      };
    }, []);
    return Part ? <Part {...(props as unknown as Props)} /> : waiting;
  };
}

const notFetched = 'This could not be loaded. Check your connection and try again; if it stays, reload the page.';

/** A style sheet that failed is not asked for a second time by itself. */
function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!isThere(link)) link.replaceWith(link.cloneNode());
}

/** A sheet that was not fetched may be none at all, or one that may not be read. */
function isThere({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules);
  } catch {
    return false;
  }
}
