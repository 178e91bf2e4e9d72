export function electronProgram(folder: string): string | null;
export function fetchElectron(options: {
  folder: string;
  note: string;
  isWished: boolean;
  now?: number;
  env?: NodeJS.ProcessEnv;
  print?: (text: string) => void;
}): Promise<{ program: string | null; reason: string; signal: NodeJS.Signals | null }>;
