import { useSending } from '../../../ui/plain-form.tsx';

/** A call of a page outside the shell: shows a refusal on the page and keeps what was typed. */
export const useEntranceCall = <Given extends unknown[]>(work: (...given: Given) => Promise<unknown>) =>
  useSending(work, { alerts: false });
