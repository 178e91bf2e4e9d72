import { ArgsControl } from './args-control.tsx';
import { GeneratedUrls } from './generated-urls.tsx';
import { StartRequests } from './start-requests.tsx';
import { ListControl } from './list-control.tsx';
import { TextControl } from './controls.tsx';

/** What the spider is called, and where it goes. */
export function GeneralSection() {
  return (
    <div className="author-section">
      <TextControl
        path={['name']}
        label="Name"
        mono
        required
        help="Letters, digits, “-” and “_”. Unique within the project."
      />
      <ListControl
        path={['start_urls']}
        label="Start URLs"
        entry="URL"
        required
        mono
        placeholder="https://example.org/"
        help="Where the crawl begins. They are always fetched."
      />
      <div className="ui-field">
        <span className="author-list-label">Generated URLs</span>
        <GeneratedUrls />
        <p className="ui-field-help">Start URLs from a template, for example the pages of a list.</p>
      </div>
      <div className="ui-field">
        <span className="author-list-label">Start requests</span>
        <StartRequests />
        <p className="ui-field-help">
          Requests that send a form or JSON, or have headers of their own, for example a search.
        </p>
      </div>
      <ArgsControl />
      <ListControl
        path={['allowed_domains']}
        label="Allowed domains"
        entry="domain"
        required
        mono
        placeholder="example.org"
        help="Hosts that the crawl may visit, without https:// and path. A domain covers its subdomains."
      />
      <TextControl
        path={['source_url']}
        label="Site"
        mono
        placeholder="https://example.org/"
        help="The name of the site, for your reference."
      />
      <TextControl path={['description']} label="Description" lines help="For your reference." />
      <ListControl path={['tags']} label="Tags" entry="tag" help="For your reference." />
    </div>
  );
}
