import { replayCommand } from './retail/replay-command.ts';

process.exitCode = await replayCommand(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  return 1;
});
