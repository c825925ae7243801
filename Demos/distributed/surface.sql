-- The mean of each metric for every setting, from summaries of parts: sums are plain GROUP BYs.
--
--     duckdb -c "SET VARIABLE summaries = 'sums/*.json'" -f surface.sql
--
-- A point [i, k, w] says that from the fetch threshold number i on the sum at the display threshold number k is w more.
-- Requests, wasted requests and viewable ads count as they are, blank time in sixths of a pt·ms.
WITH summaries AS (
  SELECT * FROM read_json(
    getvariable('summaries'), format = 'newline_delimited', maximum_object_size = 1073741824,
    columns = {
      "fetch": 'DOUBLE[]', "display": 'DOUBLE[]', "sessions": 'BIGINT',
      "groups": 'STRUCT(points STRUCT(requests BIGINT[][], viewable BIGINT[][], "wastedFetches" BIGINT[][], "blankExposure" BIGINT[][]))[]'
    })
), parts AS (
  SELECT unnest("groups") AS part FROM summaries
), entries AS (
  SELECT 'requests' AS metric, unnest(part.points.requests) AS point FROM parts
  UNION ALL SELECT 'viewable', unnest(part.points.viewable) FROM parts
  UNION ALL SELECT 'wastedFetches', unnest(part.points.wastedFetches) FROM parts
  UNION ALL SELECT 'blankExposure', unnest(part.points.blankExposure) FROM parts
), points AS (
  SELECT metric, point[1] AS i, point[2] AS k, sum(point[3]) AS w FROM entries GROUP BY ALL
), grid AS (
  SELECT any_value("fetch") AS fetches, any_value("display") AS displays, sum("sessions") AS number
  FROM summaries
), metrics AS (
  SELECT unnest(['requests', 'viewable', 'wastedFetches', 'blankExposure']) AS metric
), settings AS (
  SELECT metric, i, k
  FROM metrics, grid, unnest(range(len(fetches))) AS f(i), unnest(range(len(displays))) AS d(k)
  WHERE displays[k + 1] <= fetches[i + 1]
)
SELECT metric, fetches[i + 1] AS fetch_threshold, displays[k + 1] AS display_threshold,
       sum(coalesce(w, 0)) OVER (PARTITION BY metric, k ORDER BY i) / number AS units_per_session
FROM settings LEFT JOIN points USING (metric, i, k), grid
ORDER BY metric, display_threshold, fetch_threshold;
