/** The parts of calls and events under the names that people use for them. Types only: a window may import this file. */
import type { Type } from 'typebox';
import type * as app from './calls/app.ts';
import type * as backups from './calls/backups.ts';
import type * as common from './calls/common.ts';
import type * as documents from './calls/documents.ts';
import type * as pages from './calls/pages.ts';
import type * as projects from './calls/projects.ts';
import type * as results from './calls/results.ts';
import type * as runs from './calls/runs.ts';
import type * as sites from './calls/sites.ts';
import type * as spiders from './calls/spiders.ts';
import type * as tester from './calls/tester.ts';
import type * as topics from './topics.ts';

type Of<S extends Type.TSchema> = Type.Static<S>;

export type { JsonValue } from '../json-value.ts';

export type AppInfo = Of<typeof app.AppInfoSchema>;
export type Preferences = Of<typeof app.PreferencesSchema>;
export type PreferencesPatch = Of<typeof app.PreferencesPatchSchema>;
export type ColumnLayout = Of<typeof app.ColumnLayoutSchema>;
export type NewerVersion = Of<typeof app.NewerVersionSchema>;
export type Sample = Of<typeof app.SampleSchema>;

export type Problem = Of<typeof common.ProblemSchema>;
export type FixableProblem = Of<typeof common.FixableProblemSchema>;
export type Counters = Of<typeof common.CountersSchema>;
export type RunSummary = Of<typeof common.RunSummarySchema>;
export type RunState = RunSummary['state'];
export type Cell = Of<typeof common.CellSchema>;

export type Project = Of<typeof projects.ProjectSchema>;
export type SpiderSummary = Of<typeof spiders.SpiderSummarySchema>;
export type SpiderDraft = Of<typeof spiders.DraftSchema>;
export type SavedSpider = Of<typeof spiders.SavedSpiderSchema>;

export type PageDocument = Of<typeof documents.DocumentSchema>;
export type Selection = Of<typeof documents.SelectionSchema>;
export type Extraction = Of<typeof documents.ExtractionSchema>;
export type PageAnalysis = Of<typeof tester.AnalysisSchema>;

export type SavedPage = Of<typeof pages.SavedPageSchema>;

export type MatchedNodes = Of<typeof tester.NodesSchema>;
export type EmptyExplanation = Of<typeof tester.EmptyExplanationSchema>;
export type SelectorMatch = Of<typeof tester.MatchSchema>;
export type FieldReport = Of<typeof tester.FieldReportSchema>;
export type ArticleStrategy = Of<typeof tester.StrategySchema>;
export type PageLink = Of<typeof tester.PageLinkSchema>;
export type SelectorSuggestion = Of<typeof tester.SuggestionSchema>;
export type PageElement = Of<typeof tester.ElementSchema>;

export type RunDetails = Of<typeof runs.RunDetailsSchema>;
export type RunSeries = Of<typeof runs.RunSeriesSchema>;
export type RunEvent = Of<typeof runs.RunEventSchema>;
export type RequestRow = Of<typeof runs.RequestRowSchema>;
export type RequestDetail = Of<typeof runs.RequestDetailSchema>;
export type FieldFill = Of<typeof runs.FillSchema>;
export type RunOutcome = Of<typeof runs.RunOutcomeSchema>;
export type Receipt = Of<typeof runs.ReceiptSchema>;
export type RunProgress = Of<typeof topics.RunProgressSchema>;

export type ItemSource = Of<typeof results.SourceSchema>;
export type ItemFilter = Of<typeof results.FilterSchema>;
export type ItemView = Of<typeof results.ViewSchema>;
export type ResultColumn = Of<typeof results.ResultColumnSchema>;
export type ResultRow = Of<typeof results.ResultRowSchema>;
export type Item = Of<typeof results.ItemSchema>;
export type ItemDetail = Of<typeof results.ItemDetailSchema>;
export type Distribution = Of<typeof results.DistributionSchema>;
export type ExportState = Of<typeof results.ExportStateSchema>;

export type CrawlHistory = Of<typeof sites.CrawlHistorySchema>;
export type BrowserStatus = Of<typeof app.BrowserStatusSchema>;
export type Backup = Of<typeof backups.BackupSchema>;
export type Proxy = Of<typeof sites.ProxySchema>;
