export { SpiderStudio } from './client.ts';
export { Crawl } from './crawl.ts';
export { ApiError, ConnectionError, type ErrorCode } from './errors.ts';
export {
  verifyWebhook,
  WebhookError,
  type WebhookCheck,
  type WebhookEvent,
  type WebhookRequest,
} from './webhook.ts';
export type { ArgsOf, ExportFile, ExportOptions, ItemOptions, RequestOptions, ResultOf } from './calls.ts';
export type { CrawlEvent, RunProgress, WorkspaceEvent } from './events.ts';
export type { FollowOptions } from './follow.ts';
export type { OperationName, Operations } from './generated/operations.ts';
export type { RetryOptions } from './retry.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export type * from './generated/models.ts';
