import { CopyText } from '../../ui/copy-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Payload } from '../../ui/payload.tsx';
import { ExactTime } from '../../ui/time/relative-time.tsx';
import classes from './exchange-detail.module.css';
import { type LogEntry, resultWords, tookWords } from './log-entry.ts';

type Message = { headers: Record<string, string>; body: string | null };

/** The request and reply of an exchange with their headers and, while they are kept, their bodies. */
export function ExchangeDetail({ exchange }: { exchange: LogEntry & { request: unknown; response: unknown } }) {
  const { method, url, status, took_ms, result, subject, at, edited_by } = exchange;
  const [request, response] = [exchange.request as Message | null, exchange.response as Message | null];
  return (
    <div className={classes.exchange}>
      <Facts
        facts={[
          { label: 'Result', value: `${status ?? 'No answer'} · ${resultWords(result).sentence}` },
          { label: 'Date', value: <ExactTime at={at} seconds /> },
          { label: 'Took', value: tookWords(took_ms) },
          { label: 'Edited by', value: edited_by },
          subject !== null && { label: 'About', value: <CopyText text={subject} /> },
        ]}
      />
      <div className={classes.address}>
        <strong>{method}</strong> <CopyText text={url} label="Copy address" />
      </div>
      {request ? <Part title="Request" message={request} /> : <p className={classes.gone}>Headers and bodies are kept for 14 days.</p>}
      {response && <Part title="Answer" message={response} />}
      {request && !response && <p className={classes.gone}>No answer came.</p>}
    </div>
  );
}

function Part({ title, message: { headers, body } }: { title: string; message: Message }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      <dl className={classes.headers}>
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body ? <Payload content={body} label={`${title} body`} /> : <p className={classes.gone}>Without a body.</p>}
    </section>
  );
}
