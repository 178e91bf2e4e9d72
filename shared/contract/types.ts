/** Types of the parts of calls and events. Types only, so that a window can import this file. */
import type { Type } from 'typebox';
import type * as apiServer from './calls/api-server.ts';
import type * as app from './calls/app.ts';
import type * as backups from './calls/backups.ts';
import type * as health from './calls/health.ts';
import type * as proofs from './calls/proofs.ts';
import type * as changes from './calls/changes.ts';
import type * as common from './calls/common.ts';
import type * as comparisons from './calls/comparisons.ts';
import type * as documents from './calls/documents.ts';
import type * as fleet from './calls/fleet.ts';
import type * as keys from './calls/keys.ts';
import type * as notices from './calls/notices.ts';
import type * as live from './calls/live.ts';
import type * as library from './calls/library.ts';
import type * as packs from './calls/packs.ts';
import type * as pages from './calls/pages.ts';
import type * as proposals from './calls/proposals.ts';
import type * as drafts from './calls/drafts.ts';
import type * as manySpiders from './calls/many-spiders.ts';
import type * as projectDefaults from './calls/project-defaults.ts';
import type * as projects from './calls/projects.ts';
import type * as projectOverview from './calls/project-overview.ts';
import type * as provenance from './calls/provenance.ts';
import type * as queue from './calls/queue.ts';
import type * as schedules from './calls/schedules.ts';
import type * as trash from './calls/trash.ts';
import type * as repair from './calls/repair.ts';
import type * as exported from './calls/exports.ts';
import type * as results from './calls/results.ts';
import type * as ledger from './calls/run-ledger.ts';
import type * as runs from './calls/runs.ts';
import type * as series from './calls/run-series.ts';
import type * as places from './calls/places.ts';
import type * as sites from './calls/sites.ts';
import type * as spiders from './calls/spiders.ts';
import type * as storage from './calls/storage.ts';
import type * as retention from './calls/retention.ts';
import type * as picking from './calls/picking.ts';
import type * as tester from './calls/tester.ts';
import type * as testerPages from './calls/tester-pages.ts';
import type * as tests from './calls/tests.ts';
import type * as topics from './topics.ts';
import type * as webhooks from './calls/webhooks.ts';
import type * as tree from './calls/tree.ts';
import type * as healthParts from '../spider/health-schema.ts';

type Of<S extends Type.TSchema> = Type.Static<S>;

export type { JsonValue } from '../json-value.ts';

/** Versions, folders and sizes, for the About view and for reports of problems. */
export type AppInfo = Of<typeof app.AppInfoSchema>;
/** The settings of the application, with the defaults filled in. */
export type Preferences = Of<typeof app.PreferencesSchema>;
/** A change of the preferences. */
export type PreferencesPatch = Of<typeof app.PreferencesPatchSchema>;
/** Width, visibility and pinning of one table column. */
export type ColumnLayout = Of<typeof app.ColumnLayoutSchema>;
/** A release that is newer than the running application. */
export type NewerVersion = Of<typeof app.NewerVersionSchema>;
/** The sample spider and its first run. */
export type Sample = Of<typeof app.SampleSchema>;

/** An error or a warning about a spider document, with its place in the text. */
export type Problem = Of<typeof common.ProblemSchema>;
/** A problem with its quick fixes. */
export type FixableProblem = Of<typeof common.FixableProblemSchema>;
/** Requests of a run by state, and its items. */
export type Counters = Of<typeof common.CountersSchema>;
/** A run as lists show it. */
export type RunSummary = Of<typeof common.RunSummarySchema>;
/** State of a run: one of `runStates`. */
export type RunState = RunSummary['state'];
/** A value as a table shows it. */
export type Cell = Of<typeof common.CellSchema>;

/** What differs between two runs, and why. */
export type RunComparison = Of<typeof comparisons.RunComparisonSchema>;
/** An item that differs between two runs. */
export type ItemDifference = Of<typeof comparisons.ItemDifferenceSchema>;
/** Who made a difference. */
export type DifferenceCause = Of<typeof comparisons.CauseSchema>;
/** A run in the history of its spider. */
export type RunPoint = Of<typeof comparisons.RunPointSchema>;

/** A way in which a person learns that something is wrong. */
export type NoticeChannel = Of<typeof notices.NoticeChannelSchema>;
/** What happened in a night, and which spiders need a look. */
export type Digest = Of<typeof notices.DigestSchema>;
/** What notices are about, and when the digest is made. */
export type NoticeSettings = Of<typeof notices.NoticeSettingsSchema>;

/** How the workers of a workspace stand, and what waits for them. */
export type FleetStatus = Of<typeof fleet.FleetStatusSchema>;
/** A process that takes part in the runs of a workspace. */
export type FleetWorker = Of<typeof fleet.FleetWorkerSchema>;
/** A host that a worker has, or that is to be taken by one. */
export type FleetHost = Of<typeof fleet.FleetHostSchema>;
/** Something in the trash, with all that was deleted with it. */
export type TrashEntry = Of<typeof trash.TrashEntrySchema>;
/** A spider that is crawled by the clock. */
export type Schedule = Of<typeof schedules.ScheduleSchema>;
/** What was decided about a moment of a schedule. */
export type ScheduleTick = Of<typeof schedules.ScheduleTickSchema>;
/** A moment of a schedule that is to come. */
export type ScheduleMoment = Of<typeof schedules.ScheduleMomentSchema>;
/** An entry of the queue. */
export type QueueEntry = Of<typeof queue.QueueEntrySchema>;
/** How the queue stands, and what carries it out. */
export type QueueStatus = Of<typeof queue.QueueStatusSchema>;

/** A project with the number of its spiders and runs. */
export type Project = Of<typeof projects.ProjectSchema>;
/** What is known of all spiders of a project at a glance. */
export type ProjectOverview = Of<typeof projectOverview.ProjectOverviewSchema>;
/** What is known of one of these spiders. */
export type SpiderOverview = Of<typeof projectOverview.SpiderOverviewSchema>;
/** What the full runs of one day gave. */
export type ProjectDay = Of<typeof projectOverview.ProjectDaySchema>;
/** What is known of the spiders of a project after checks. */
export type HealthReport = Of<typeof health.HealthReportSchema>;
/** What the last check of a spider has found. */
export type SpiderHealth = Of<typeof healthParts.SpiderHealthSchema>;
/** Something that is wrong with a spider. */
export type HealthFinding = Of<typeof healthParts.HealthFindingSchema>;
/** What is needed of a person. */
export type Need = Of<typeof projectOverview.NeedSchema>;
/** What a project gives to all its spiders, and how their items are exported. */
export type ProjectDefaults = Of<typeof projectDefaults.ProjectDefaultsSchema>;
/** What a change of many spiders does to one of them. */
export type SpiderChange = Of<typeof manySpiders.SpiderChangeSchema>;
/** A spider as lists show it, without its text. */
export type SpiderSummary = Of<typeof spiders.SpiderSummarySchema>;
/** Edits after a patch was made or taken back. */
export type PatchedDraft = Of<typeof drafts.PatchedDraftSchema>;
/** Edits of a spider that are not saved as a version. */
export type SpiderDraft = Of<typeof spiders.DraftSchema>;
/** The result of saving or importing a spider. */
export type SavedSpider = Of<typeof spiders.SavedSpiderSchema>;

/** A page to analyze that is not saved: its bytes or its URL. */
export type PageDocument = Of<typeof documents.DocumentSchema>;
/** The nodes that a selector matches on an unsaved page. */
export type Selection = Of<typeof documents.SelectionSchema>;
/** What a callback or the article strategies extract from an unsaved page. */
export type Extraction = Of<typeof documents.ExtractionSchema>;
/** The structure of a page, with selectors for its parts. */
export type PageAnalysis = Of<typeof tester.AnalysisSchema>;

/** A page that is kept for testing selectors, without its content. */
export type SavedPage = Of<typeof pages.SavedPageSchema>;

/** Numbers of the elements that a selector matches. */
export type MatchedNodes = Of<typeof tester.NodesSchema>;
/** Why a selector or a field gives nothing, and what mends it. */
export type WhyEmpty = Of<typeof tester.WhyEmptySchema>;
/** A field that is empty everywhere, and why. */
export type EmptyField = Of<typeof testerPages.EmptyFieldSchema>;
/** A selector of an action or a list that matches nothing, and why. */
export type EmptySelector = Of<typeof testerPages.EmptySelectorSchema>;
/** One node or value that a selector matches. */
export type SelectorMatch = Of<typeof tester.MatchSchema>;
/** How one field of a callback got its value, step by step. */
export type FieldReport = Of<typeof tester.FieldReportSchema>;
/** The rows of a page, as the tester reports them. */
export type RowsReport = Of<typeof tester.RowsReportSchema>;
/** A row of a page, as the tester reports it. */
export type TestedRow = Of<typeof tester.TestedRowSchema>;
/** What a callback takes from one of the saved pages. */
export type PageRows = Of<typeof testerPages.PageRowsSchema>;
/** The outcome of one article strategy. */
export type ArticleStrategy = Of<typeof tester.StrategySchema>;
/** A link of a page and what the rules decide about it. */
export type PageLink = Of<typeof tester.PageLinkSchema>;
/** A selector proposed for a picked element. */
export type SelectorSuggestion = Of<typeof picking.SuggestionSchema>;
/** One row of a JSON or XML page as a tree. */
export type TreeRow = Of<typeof tree.TreeRowSchema>;
/** An entry of the outline of a page. */
export type OutlineEntry = Of<typeof picking.OutlineEntrySchema>;
/** An element of a page, with its ancestors. */
export type PageElement = Of<typeof picking.ElementSchema>;

/** A run with the statistics of its ledger. */
export type RunDetails = Of<typeof runs.RunDetailsSchema>;
export type { RunExpectations } from '../spider/expectation-report.ts';
/** Pages, items and failures of a run over time. */
export type RunSeries = Of<typeof series.RunSeriesSchema>;
/** An entry of the log of a run. */
export type RunEvent = Of<typeof ledger.RunEventSchema>;
/** A request as the table of requests shows it. */
export type RequestRow = Of<typeof ledger.RequestRowSchema>;
/** A request with its links, items, events and stored page. */
export type RequestDetail = Of<typeof ledger.RequestDetailSchema>;
/** Coverage of one field: how many items have it filled. */
export type FieldFill = Of<typeof runs.FillSchema>;
/** How a run ended, or where it stands. */
export type RunOutcome = Of<typeof runs.RunOutcomeSchema>;
/** The account of a resumed run: what was fetched again, given up, lost or duplicated. */
export type Receipt = Of<typeof runs.ReceiptSchema>;
/** A run with its current speed. */
export type RunProgress = Of<typeof topics.RunProgressSchema>;

/** The run or runs whose items are meant. */
export type ItemSource = Of<typeof results.SourceSchema>;
/** A condition on one column. */
export type ItemFilter = Of<typeof results.FilterSchema>;
/** A selection of items in an order. */
export type ItemView = Of<typeof results.ViewSchema>;
/** A column of the results, with its type and coverage. */
export type ResultColumn = Of<typeof results.ResultColumnSchema>;
/** An item as a row of the results. */
export type ResultRow = Of<typeof results.ResultRowSchema>;
/** An item in full, as exports write it. */
export type Item = Of<typeof results.ItemSchema>;
/** An item in full, with the request that it comes from. */
export type ItemDetail = Of<typeof results.ItemDetailSchema>;
/** Where a value of an item comes from. */
export type Provenance = Of<typeof provenance.ProvenanceSchema>;
/** The page that a value was taken from, and how it was fetched. */
export type ProvenancePage = Of<typeof provenance.ProvenancePageSchema>;
/** Frequencies, numbers and text lengths of one column. */
export type Distribution = Of<typeof results.DistributionSchema>;
/** A saved export. */
export type Recipe = Of<typeof exported.RecipeSchema>;
/** What a saved export writes, and where to. */
export type RecipeSettings = Of<typeof exported.RecipeSettingsSchema>;
/** Progress and result of an export. */
export type ExportState = Of<typeof exported.ExportStateSchema>;

/** The rules by which runs go. */
export type RetentionRules = Of<typeof retention.RetentionRulesSchema>;
/** What goes of a spider by its rule. */
export type SpiderRetention = Of<typeof retention.SpiderRetentionSchema>;
/** When parts of a run went by rule, and whether a person has said that it stays. */
export type RunRetention = Of<typeof retention.RunRetentionSchema>;
/** What takes the room of a data folder. */
export type StorageReport = Of<typeof storage.StorageReportSchema>;
/** What a run takes. */
export type RunRoom = Of<typeof storage.RunRoomSchema>;

/** The pages that full runs of a spider have read. */
export type CrawlHistory = Of<typeof sites.CrawlHistorySchema>;
/** The browser that renders pages, and what is wrong with it. */
export type BrowserStatus = Of<typeof app.BrowserStatusSchema>;
/** What a check of this computer has found. */
export type Finding = Of<typeof app.FindingSchema>;
/** What a backup file holds: counts, versions and its date. */
export type BackupPlan = Of<typeof backups.BackupPlanSchema>;
export type StoredBackup = Of<typeof backups.StoredBackupSchema>;
export type BackupRetention = Of<typeof backups.BackupRetentionSchema>;
export type Backup = Of<typeof backups.BackupSchema>;
/** A check of a proof with its result. */
export type ProofCheck = Of<typeof proofs.ProofCheckSchema>;
/** A proof that is kept with the version of a spider. */
export type KeptProof = Of<typeof proofs.KeptProofSchema>;
/** Where a spider pack comes from. */
export type PackSource = Of<typeof packs.PackSourceSchema>;
/** What a spider takes from the saved pages of its pack. */
export type PackTest = Of<typeof packs.PackTestSchema>;
/** What is in a spider pack. */
export type PackPreview = Of<typeof packs.PackPreviewSchema>;

/** A registry of spiders and templates, with what is known of it. */
export type Registry = Of<typeof library.RegistrySchema>;
/** A spider or a template of a registry. */
export type LibraryEntry = Of<typeof library.LibraryEntrySchema>;
/** A spider that was imported, and the newest version of it in its registry. */
export type LibraryUpdate = Of<typeof library.LibraryUpdateSchema>;
/** What an update would make of a spider. */
export type UpdatePreview = Of<typeof library.UpdatePreviewSchema>;
/** An entry of the log of changes. */
export type ChangeEvent = Of<typeof changes.ChangeEventSchema>;
/** A proxy of a project. */
export type Proxy = Of<typeof sites.ProxySchema>;
export type Place = Of<typeof places.PlaceSchema>;

/** What a page is, and the one thing to do next. */
export type PageState = Of<typeof proposals.PageStateSchema>;
/** A field that a spider could take. */
export type ProposedField = Of<typeof proposals.ProposedFieldSchema>;
/** Records of a page that a spider could take as rows. */
export type ProposedList = Of<typeof proposals.ProposedListSchema>;
/** What may lead to the next page. */
export type ProposedNext = Of<typeof proposals.ProposedNextSchema>;
/** Links of the site with a common pattern. */
export type LinkGroup = Of<typeof proposals.LinkGroupSchema>;
/** What a choice adds to a spider. */
export type SpiderParts = Of<typeof proposals.SpiderPartsSchema>;
/** A spider that could be made for a page. */
export type ProposedChoice = Of<typeof proposals.ChoiceSchema>;
/** JSON that carries what is seen on a page. */
export type ProposedSource = Of<typeof proposals.ProposedSourceSchema>;
/** What a page holds, and what a spider could take from it. */
export type Proposal = Of<typeof proposals.ProposalSchema>;
/** What the values of a field are. */
export type ValueType = ProposedField['type'];

/** A row of the grid of tests: a field, or links of one kind. */
export type TestPart = Of<typeof tests.TestPartSchema>;
/** An expected value beside the one that is there. */
export type TestRow = Of<typeof tests.TestRowSchema>;
/** A part of a saved page, judged. */
export type TestCell = Of<typeof tests.TestCellSchema>;
/** A saved page in the grid of tests. */
export type TestPage = Of<typeof tests.TestPageSchema>;
/** Saved pages, judged. */
export type TestGrid = Of<typeof tests.TestGridSchema>;
/** A field that is filled in fewer items than in an earlier run. */
export type FillFall = Of<typeof repair.FillFallSchema>;
/** A field that is not what the spider expects. */
export type FieldBreach = Of<typeof repair.FieldBreachSchema>;
/** A selector that may stand for one that no longer works. */
export type RepairChoice = Of<typeof repair.RepairChoiceSchema>;
/** Whether a spider is repaired by itself. */
export type RepairMode = Of<typeof repair.RepairModeSchema>;
/** What became of a selector between two runs. */
export type RepairedSelector = Of<typeof repair.RepairedSelectorSchema>;
/** What became of the selectors of a spider between two runs, with repairs. */
export type RepairProposal = Of<typeof repair.RepairProposalSchema>;
/** What is known of a live page. */
export type LiveState = Of<typeof live.LiveStateSchema>;
/** Something that was done on a live page, as an entry of BROWSER_ACTIONS. */
export type LiveAction = LiveState['actions'][number];

/** How a process with windows serves the API. */
export type ApiSetting = Of<typeof apiServer.ApiSettingSchema>;
/** Whether the API of a workspace is served, where, and by whom. */
export type ApiServerState = Of<typeof apiServer.ApiServerStateSchema>;
/** A key of the API, without its secret. */
export type ApiKey = Of<typeof keys.ApiKeySchema>;
/** Who owns keys. */
export type Member = Of<typeof keys.MemberSchema>;
/** A request to the API that changed something or was refused. */
export type AuditEntry = Of<typeof keys.AuditEntrySchema>;
/** Where events are sent to. */
export type Webhook = Of<typeof webhooks.WebhookSchema>;
/** An event on its way to a webhook. */
export type Delivery = Of<typeof webhooks.DeliverySchema>;
