"""Crawls the bench site with Scrapy and prints what it found, and what the process used, as one line of JSON.

Usage: crawl.py URL idiomatic|tuned. "idiomatic" is a spider as the documentation writes it: a request per link, the
default middlewares. "tuned" drops links it has seen before a request is made for them, and has no middlewares that
the site does not need.
"""

import json
import re
import resource
import sys
import time
from urllib.parse import urljoin, urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess

started = time.monotonic()
start_url, mode = sys.argv[1:3]
total = {"pages": 0, "items": 0, "checksum": 0}
space = re.compile(r"\s+")


def fnv1a(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


taken = set()


def take(response):
    # Scrapy fetches a start URL again when a page links to it: requests for start URLs are not filtered.
    path = urlsplit(response.url).path
    if path in taken:
        return
    taken.add(path)
    text = lambda css: response.css(css).get() or ""
    fields = [
        path,
        text("title::text"),
        text("h1::text"),
        text("meta[name=description]::attr(content)"),
        text(".byline a.author::text"),
        text(".byline time::attr(datetime)"),
        text(".price::text"),
        *response.css("ul.tags a::text").getall(),
        response.xpath("string((//div[@class='body']/p)[1])").get() or "",
    ]
    total["pages"] += 1
    total["items"] += 1
    total["checksum"] = (total["checksum"] + fnv1a("\0".join(space.sub(" ", field).strip() for field in fields))) & 0xFFFFFFFF


class Idiomatic(scrapy.Spider):
    name = "idiomatic"
    start_urls = [start_url]
    allowed_domains = ["127.0.0.1"]

    def parse(self, response):
        take(response)
        for href in response.css("a::attr(href)").getall():
            if re.search(r"/a/\d+/", href):
                yield response.follow(href)


class Tuned(scrapy.Spider):
    name = "tuned"
    start_urls = [start_url]
    seen = {urlsplit(start_url).path}

    def parse(self, response):
        take(response)
        for href in response.css("a::attr(href)").getall():
            path = href.partition("#")[0]
            if path.startswith("/a/") and path not in self.seen:
                self.seen.add(path)
                yield scrapy.Request(urljoin(start_url, path), dont_filter=True)


settings = {
    "CONCURRENT_REQUESTS": int(sys.argv[3]) if len(sys.argv) > 3 else 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": int(sys.argv[3]) if len(sys.argv) > 3 else 16,
    "LOG_ENABLED": False,
    "ROBOTSTXT_OBEY": False,
    "TELNETCONSOLE_ENABLED": False,
    "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
}
if mode == "tuned":
    off = "scrapy.downloadermiddlewares."
    settings["COOKIES_ENABLED"] = settings["RETRY_ENABLED"] = settings["REDIRECT_ENABLED"] = False
    settings["DOWNLOADER_MIDDLEWARES"] = {off + "httpauth.HttpAuthMiddleware": None, off + "stats.DownloaderStats": None}
    settings["SPIDER_MIDDLEWARES"] = {
        "scrapy.spidermiddlewares." + name: None
        for name in ("offsite.OffsiteMiddleware", "referer.RefererMiddleware", "urllength.UrlLengthMiddleware", "depth.DepthMiddleware")
    }
process = CrawlerProcess(settings)
process.crawl(Idiomatic if mode == "idiomatic" else Tuned)
process.start()
used = resource.getrusage(resource.RUSAGE_SELF)
usage = {
    "wallMs": (time.monotonic() - started) * 1000,
    "cpuMs": (used.ru_utime + used.ru_stime) * 1000,
    "peakRssMb": used.ru_maxrss * 1024 / 1e6,
}
print(json.dumps({**total, "usage": usage}))
