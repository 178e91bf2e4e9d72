import { main } from '../electron/cli/main.ts';

/** The command line by its sources, whether or not there is a bundle: a profile then names files that one knows. */
await main(process.argv.slice(2));
