import fc from 'fast-check';

/** Properties are tried with the same values in every run, so that a run fails by what was changed. `FUZZ_SEED=7 npm test` tries others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
