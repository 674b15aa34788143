import { IconBuildingStore } from '@tabler/icons-react';
import { Fragment } from 'react';
import { FlowRate } from '../../../ui/blocks/sparkline.tsx';
import { StatusIcon } from '../../../ui/status/status-icon.tsx';
import type { FlowStages, Gate, Stage } from '../flow/flow-stages.ts';
import classes from './flow-line.module.css';

/** What moved today and by the hour along the steps of an order, and where orders are now; a gate that is shut is marked. */
export function FlowLine({ stages, gates }: FlowStages) {
  return (
    <ol className={classes.flow}>
      {stages.map((stage, place) => {
        const gate = gates[place];
        return (
          <Fragment key={stage.key}>
            <StageMark stage={stage} piled={Boolean(gate?.blocked) && (stage.standing ?? 0) > 0} />
            {gate && <GateMark gate={gate} />}
          </Fragment>
        );
      })}
    </ol>
  );
}

function StageMark({ stage: { key, label, standing, stopped, cancelled }, piled }: { stage: Stage; piled: boolean }) {
  return (
    <li className={classes.stage} data-stage={key} data-piled={piled || undefined}>
      <span className={classes.name}>
        {key === 'channel' ? <IconBuildingStore size={14} stroke={1.8} aria-hidden /> : <StatusIcon status={key} />}
        {label}
      </span>
      {standing !== null && <span className={classes.standing}>{standing.toLocaleString('en-US')} here</span>}
      {stopped > 0 && <span className={classes.stopped}>{stopped.toLocaleString('en-US')} stopped</span>}
      {cancelled > 0 && <span className={classes.standing}>{cancelled.toLocaleString('en-US')} cancelled today</span>}
    </li>
  );
}

function GateMark({ gate: { key, today, flow, blocked } }: { gate: Gate }) {
  return (
    <li className={classes.gate} data-blocked={blocked ? true : undefined}>
      <span className={classes.today}>
        {today.toLocaleString('en-US')} <span className={classes.word}>{key}</span>
      </span>
      <span className={classes.arrow} aria-hidden />
      <span className={classes.rate}>
        <FlowRate {...flow} />
      </span>
      {blocked && <span className={classes.why}>{blocked}</span>}
    </li>
  );
}
