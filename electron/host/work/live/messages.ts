import type { LiveState } from '../../../../shared/contract/types.ts';
import type { LiveInput, LiveSize } from '../../../../shared/live-page.ts';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { Settings } from '../../../../shared/spider/settings-schema.ts';
import type { CapturedContent } from '../capture/page-capture.ts';
import type { PlainError } from '../../threads/plain-error.ts';

/** A live page to open. */
export interface LiveRequest {
  dataDir: string;
  /** Project whose proxies may be used. */
  project: string;
  /** Settings of the spider that it is for. */
  settings: Settings;
  url: string;
  allowPrivate: boolean;
  size: LiveSize;
  /** Channel for asking the system for proxies; null: environment variables are used. */
  proxyChannel: string | null;
  /** Name of the channel over which its thread gets orders. */
  orders: string;
}

/** What a live page is asked for, with an answer. */
export type LiveQuestion =
  | { kind: 'navigate'; to: 'back' | 'forward' | 'reload' | 'stop' | { url: string } }
  | { kind: 'resize'; size: LiveSize }
  | { kind: 'selection' }
  | { kind: 'forget'; actions: readonly number[] }
  | { kind: 'login'; name: string }
  | { kind: 'take' };

/** The answer to each question. */
export interface LiveAnswers {
  navigate: null;
  resize: null;
  selection: CallValue<'live.selection'>;
  forget: null;
  login: CallValue<'sessions.list'>[number];
  /** What is stored, and what could be made of it, also by the answers that its scripts got. */
  /** `sources`: how many answers carry what is seen on it. */
  take: CapturedContent & { sources: number };
}

/** An order to the thread of a live page. */
export type LiveOrder =
  | { kind: 'input'; input: readonly LiveInput[] }
  /** The window shows this picture. */
  | { kind: 'shown'; number: number }
  /** The window has no picture. */
  | { kind: 'again' }
  | { kind: 'question'; id: number; question: LiveQuestion };

/** A picture of a live page as JPEG. */
export interface LiveFrame {
  number: number;
  picture: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** A report of the thread of a live page. */
export type LiveReport<T = unknown> =
  | { kind: 'opened' }
  | { kind: 'frame'; frame: LiveFrame }
  | { kind: 'state'; state: LiveState }
  | { kind: 'answer'; id: number; value: T }
  | { kind: 'failed'; id: number; error: PlainError };
