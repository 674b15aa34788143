import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError, call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { showFailure } from '../listings/link-failure.ts';
import { importing, importListingsCall, importWaitMs, stillImporting } from '../listings/listing-contract.ts';

type Props = { connection: { slug: string; state: string }; isImporting: boolean };

/** Reads the channel's products anew. What takes more than a minute goes on by itself, and the button waits for it. */
export function ImportProducts({ connection: { slug, state }, isImporting }: Props) {
  const [waits, setWaits] = useState(false);
  const { revalidate } = useRevalidator();
  const start = async () => {
    setWaits(true);
    try {
      const { message, alertType } = await importProducts(slug);
      showAlert(alertType === 'success' ? 'success' : 'info', message);
    } catch (error) {
      showFailure(error);
    } finally {
      setWaits(false);
      await revalidate();
    }
  };
  return (
    <SubmitButton run={start} reason={reasons[state] ?? ((waits || isImporting) && importing)}>
      Import Products
    </SubmitButton>
  );
}

/** The outcome in words; no reply within a minute is none of failure. */
async function importProducts(slug: string): Promise<{ message: string; alertType: string }> {
  const patience = AbortSignal.timeout(importWaitMs);
  try {
    return (await call(importListingsCall, { params: { name: slug }, body: {} }, patience)).connectorProducts;
  } catch (error) {
    const late = patience.aborted || (error instanceof CallError && (error.status === 504 || error.status === 0));
    if (late) return { message: stillImporting, alertType: 'info' };
    throw error;
  }
}

const reasons: Record<string, string> = { paused: 'Resume it first.', needs_reconnect: 'Reconnect it first.' };
